-- Times are microseconds since 1970 in UTC; people, servers, channels and messages are the numbers
-- by which the outside knows them. A former player keeps a negative number and no name.
PRAGMA application_id = 0x5061726c; -- "Parl": how a database of Parlour's is told from others

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    first INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    second INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    pace INTEGER,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    server INTEGER,
    channel INTEGER NOT NULL,
    rematch_of INTEGER UNIQUE REFERENCES matches,
    card_channel INTEGER,
    card_message INTEGER,
    started INTEGER NOT NULL,
    -- The clock of the present turn: since when, time given back, whether reminded, what is next.
    since INTEGER NOT NULL,
    given INTEGER NOT NULL,
    reminded INTEGER NOT NULL CHECK (reminded IN (0, 1)),
    alarm INTEGER,
    -- From here on a copy of what the events say, for quick loading.
    ended INTEGER,
    how TEXT,
    winner INTEGER,
    counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
    turn INTEGER NOT NULL CHECK (turn IN (0, 1)),
    count INTEGER NOT NULL,
    first_moves INTEGER NOT NULL,
    second_moves INTEGER NOT NULL,
    draw_offer INTEGER,
    take_back INTEGER,
    rematch TEXT NOT NULL,
    last TEXT NOT NULL,
    position TEXT NOT NULL,
    previous TEXT
) STRICT;

CREATE INDEX matches_of_first ON matches (first, ended);
CREATE INDEX matches_of_second ON matches (second, ended);
CREATE INDEX matches_in_channel ON matches (channel) WHERE ended IS NULL;
CREATE INDEX matches_by_alarm ON matches (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX matches_that_count ON matches (server, game, first, second) WHERE counts = 1;

CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    side INTEGER,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY,
    challenger INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    opponent INTEGER REFERENCES people ON UPDATE CASCADE,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    seat TEXT NOT NULL,
    pace INTEGER,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    server INTEGER,
    channel INTEGER NOT NULL,
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    state TEXT NOT NULL,
    match INTEGER REFERENCES matches,
    card_channel INTEGER,
    card_message INTEGER
) STRICT;

CREATE INDEX challenges_of ON challenges (challenger, state);
CREATE INDEX challenges_to ON challenges (opponent, state);
CREATE INDEX challenges_pending ON challenges (expires) WHERE state = 'pending';

CREATE TABLE ratings (
    game TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of ON ratings (person);

-- What each rated match did, in the order in which it was done.
CREATE TABLE rating_changes (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    person INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    rating_before REAL NOT NULL,
    deviation_before REAL NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    UNIQUE (match, side)
) STRICT;

CREATE INDEX rating_changes_of ON rating_changes (person, game, at);

-- When the bot was last alive.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
