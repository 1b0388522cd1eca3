-- Whether the players may try things out while the match goes on: the board, and the computer's help.
ALTER TABLE challenges ADD COLUMN explore INTEGER NOT NULL DEFAULT 1 CHECK (explore IN (0, 1));
ALTER TABLE matches ADD COLUMN explore INTEGER NOT NULL DEFAULT 1 CHECK (explore IN (0, 1));
