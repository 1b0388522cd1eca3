-- Who follows a match in which they do not play: whether they are told of each move, the number of the
-- last event that was news to them, and since when that is untold. It is gone once the end is told.
CREATE TABLE follows (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    person INTEGER NOT NULL,
    each_move INTEGER NOT NULL CHECK (each_move IN (0, 1)),
    news INTEGER NOT NULL,
    since INTEGER NOT NULL,
    untold_since INTEGER,
    UNIQUE (match, person)
) STRICT;

CREATE INDEX follows_of ON follows (person, since);
CREATE INDEX follows_untold ON follows (untold_since) WHERE untold_since IS NOT NULL;

-- What spectators expect: the move of a ply, after so many events. Another guess replaces it.
CREATE TABLE guesses (
    match INTEGER NOT NULL REFERENCES matches,
    person INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    count INTEGER NOT NULL,
    move TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, person, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX guesses_of ON guesses (person, match);

-- Whether anybody has ever followed it or guessed: other matches need not be looked up there.
ALTER TABLE matches ADD COLUMN watched INTEGER NOT NULL DEFAULT 0 CHECK (watched IN (0, 1));
