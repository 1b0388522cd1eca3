-- Reminders: each is one message to a person about the matches of a channel in which it is due at
-- the same time. It is stored before it is sent, and deleted once none of it is true.
CREATE TABLE reminders (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL, -- 0: a person who is forgotten
    direct INTEGER NOT NULL CHECK (direct IN (0, 1)), -- whether it is a direct message
    live INTEGER NOT NULL CHECK (live IN (0, 1)), -- whether it asks who is there, in a live match
    server INTEGER, -- where its matches are
    channel INTEGER NOT NULL,
    since INTEGER NOT NULL, -- when it was due
    posted_channel INTEGER,
    posted_message INTEGER, -- NULL until it is known
    away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)) -- whether it says that they are away
) STRICT;
CREATE INDEX reminders_to_send ON reminders (since) WHERE posted_message IS NULL;

-- Of what a reminder tells: the match, when its turn began, and the how many-th one in it it was.
CREATE TABLE reminded_matches (
    reminder INTEGER NOT NULL REFERENCES reminders ON DELETE CASCADE,
    match INTEGER NOT NULL REFERENCES matches,
    turn INTEGER NOT NULL,
    reminded INTEGER NOT NULL,
    PRIMARY KEY (reminder, match)
) STRICT, WITHOUT ROWID;
