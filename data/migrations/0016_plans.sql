-- Answers stored while the opponent thinks: the moves of both sides in turn, the opponent's first.
CREATE TABLE plans (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    moves TEXT NOT NULL,
    UNIQUE (match, side, moves)
) STRICT;

-- How often the plans of a match have changed: 0 where there never was one.
ALTER TABLE matches ADD COLUMN plan_changes INTEGER NOT NULL DEFAULT 0;

-- Whether a move was stored before, and of the last one which move it answered.
ALTER TABLE events ADD COLUMN conditional INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN answer_to TEXT;
