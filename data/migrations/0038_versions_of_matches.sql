-- Counts the changes of a match by its events, its clock, and those who watch it: what was decided on
-- an older version is decided again.
ALTER TABLE matches ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
