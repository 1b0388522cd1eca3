-- The ladders of servers, one for each game. `state` is a copy of what the events say, after `count`
-- of them; `due` is when somebody goes down for not playing, if nothing else happens; `shown` is the
-- number of events that the card shows. A server that the bot has left has a time in `left`.
CREATE TABLE ladders (
    id INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    count INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL,
    due INTEGER,
    left INTEGER,
    shown INTEGER NOT NULL DEFAULT 0,
    card_channel INTEGER,
    card_message INTEGER,
    UNIQUE (server, game)
) STRICT;

CREATE INDEX ladders_by_due ON ladders (due) WHERE due IS NOT NULL;
CREATE INDEX ladders_to_show ON ladders (id) WHERE card_message IS NOT NULL AND shown < count;

CREATE TABLE ladder_events (
    ladder INTEGER NOT NULL REFERENCES ladders,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    other INTEGER REFERENCES people ON UPDATE CASCADE,
    challenge INTEGER,
    PRIMARY KEY (ladder, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX ladder_events_by ON ladder_events (person, ladder);
CREATE INDEX ladder_events_with ON ladder_events (other, ladder) WHERE other IS NOT NULL;

-- The ladder on which a challenge was made, and for which a match counts.
ALTER TABLE challenges ADD COLUMN ladder INTEGER REFERENCES ladders;
ALTER TABLE matches ADD COLUMN ladder INTEGER REFERENCES ladders;
CREATE INDEX challenges_of_ladders ON challenges (opponent)
WHERE ladder IS NOT NULL AND state = 'pending';
