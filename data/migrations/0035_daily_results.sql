-- A person's first answer to a puzzle: right or wrong, or NULL where a hint came before it.
CREATE TABLE puzzle_tries (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    was_right INTEGER CHECK (was_right IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (person, game, puzzle)
) STRICT, WITHOUT ROWID;

-- Ratings by first answers: of the people who solve puzzles, and of the puzzles.
CREATE TABLE puzzle_solvers (
    person INTEGER NOT NULL PRIMARY KEY,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    tries INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE puzzle_ratings (
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;

-- The puzzle of a day in a server, by the number of the day. `message` is NULL until it is known;
-- `results` counts what happened that the post has to tell, `shown` how much of it it tells, and
-- `edited` is when it was last written.
CREATE TABLE daily_posts (
    server INTEGER NOT NULL,
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,
    results INTEGER NOT NULL DEFAULT 0,
    shown INTEGER NOT NULL DEFAULT 0,
    edited INTEGER NOT NULL,
    PRIMARY KEY (server, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_posts_to_edit ON daily_posts (edited)
WHERE results > shown AND message IS NOT NULL;

-- Who tried the puzzle of a day in a server, and with what success; who was on vacation then has a
-- row too, so that no streak ends.
CREATE TABLE daily_players (
    person INTEGER NOT NULL,
    server INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tried INTEGER NOT NULL CHECK (tried IN (0, 1)),
    solved INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)),
    at_first INTEGER NOT NULL DEFAULT 0 CHECK (at_first IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (person, day, server)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_players_of_server ON daily_players (server, day);

-- A person's present or last rush: the puzzles shown so far, the last one being the present one.
CREATE TABLE puzzle_rushes (
    person INTEGER NOT NULL PRIMARY KEY,
    run INTEGER NOT NULL,
    server INTEGER,
    game TEXT,
    puzzles TEXT NOT NULL,
    solved INTEGER NOT NULL DEFAULT 0,
    mistakes INTEGER NOT NULL DEFAULT 0,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))
) STRICT;

-- The most that a person has solved in a rush of a game ('': of all), in a server (0: elsewhere).
CREATE TABLE rush_bests (
    person INTEGER NOT NULL,
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    solved INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, server, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rush_bests_of_server ON rush_bests (server, game, solved);

-- Puzzles found in reviewed matches, as the computer writes them; `searched` is whether it has
-- looked for them yet.
CREATE TABLE match_puzzles (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL,
    game TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (match, ply)
) STRICT;
CREATE INDEX match_puzzles_of_game ON match_puzzles (game);
ALTER TABLE reviews ADD COLUMN searched INTEGER NOT NULL DEFAULT 0 CHECK (searched IN (0, 1));
CREATE INDEX reviews_to_search ON reviews (match) WHERE searched = 0;
