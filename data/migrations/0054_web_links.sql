-- The newest link of each person to the board in a browser. Whoever has it plays as them, so only
-- its hash is kept.
CREATE TABLE web_links (
    person INTEGER PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    ends INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0 CHECK (used IN (0, 1))
) STRICT;
