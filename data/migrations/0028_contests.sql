-- Leagues and cups of servers. `due` is when something is to be done about one that is open or
-- running; `version` counts its changes, and `shown` is the one that its card shows.
CREATE TABLE contests (
    id INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    number INTEGER NOT NULL,
    season INTEGER NOT NULL,
    form TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    organiser INTEGER,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    both_sides INTEGER NOT NULL CHECK (both_sides IN (0, 1)),
    at_once INTEGER,
    division INTEGER NOT NULL,
    most INTEGER NOT NULL,
    weeks INTEGER NOT NULL,
    series INTEGER NOT NULL CHECK (series IN (0, 1)),
    previous INTEGER REFERENCES contests,
    opened INTEGER NOT NULL,
    begins INTEGER,
    waited INTEGER NOT NULL DEFAULT 0 CHECK (waited IN (0, 1)),
    started INTEGER,
    ends INTEGER,
    ended INTEGER,
    rounds INTEGER NOT NULL DEFAULT 1,
    closed INTEGER NOT NULL DEFAULT 0,
    due INTEGER,
    request INTEGER UNIQUE,
    version INTEGER NOT NULL DEFAULT 1,
    shown INTEGER NOT NULL DEFAULT 0,
    card_channel INTEGER,
    card_message INTEGER,
    -- What is still to be told in its channel, since when, how much was told before, and whether it
    -- was tried, so that it may stand there already; and when the next daily line may be told.
    news TEXT,
    news_since INTEGER,
    told INTEGER NOT NULL DEFAULT 0,
    tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1)),
    line_due INTEGER,
    line_since INTEGER,
    -- The scheduled event in Discord, and what it says.
    scheduled INTEGER,
    scheduled_as TEXT NOT NULL DEFAULT '',
    UNIQUE (server, number)
) STRICT;

CREATE INDEX contests_due ON contests (due) WHERE due IS NOT NULL;
CREATE INDEX contests_to_show ON contests (id) WHERE shown < version OR news IS NOT NULL;
CREATE INDEX contests_of ON contests (server, state);
CREATE INDEX contests_by_line ON contests (line_due) WHERE line_due IS NOT NULL;

-- Who takes part. From the beginning on everybody has a number, by strength, and a division. `out`
-- says why somebody is out, since which round; `declined` that they left before the beginning.
CREATE TABLE contest_entrants (
    contest INTEGER NOT NULL REFERENCES contests,
    person INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    joined INTEGER NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)),
    number INTEGER,
    division INTEGER NOT NULL DEFAULT 0,
    at_once INTEGER,
    out TEXT,
    out_since INTEGER,
    place INTEGER,
    -- Vacation: since when, how much was used before, and whether it is used up.
    away_since INTEGER,
    away_used INTEGER NOT NULL DEFAULT 0,
    used_up INTEGER NOT NULL DEFAULT 0 CHECK (used_up IN (0, 1)),
    PRIMARY KEY (contest, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX contest_entrants_of ON contest_entrants (person, contest);
CREATE INDEX contest_entrants_away ON contest_entrants (away_since) WHERE away_since IS NOT NULL;

-- The games that have begun; without a match, one that was drawn at once.
CREATE TABLE contest_games (
    contest INTEGER NOT NULL REFERENCES contests,
    round INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    leg INTEGER NOT NULL,
    match INTEGER UNIQUE REFERENCES matches,
    PRIMARY KEY (contest, round, first, second, leg)
) STRICT, WITHOUT ROWID;
