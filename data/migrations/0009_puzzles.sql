-- How a puzzle first ended for somebody: solved, or shown its solution, after which it counts for
-- nothing to solve it.
CREATE TABLE puzzles_done (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (person, game, puzzle)
) STRICT, WITHOUT ROWID;

-- Where a puzzle is posted every day, of which game (NULL: of any), by whose wish (NULL: of one who
-- is forgotten), when the next one is due, how many there were, and whether it was tried to post
-- the next one, so that it may be there already.
CREATE TABLE daily_puzzles (
    server INTEGER NOT NULL PRIMARY KEY,
    channel INTEGER NOT NULL,
    game TEXT,
    person INTEGER,
    due INTEGER NOT NULL,
    posted INTEGER NOT NULL DEFAULT 0,
    tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1))
) STRICT;

CREATE INDEX daily_puzzles_due ON daily_puzzles (due);
