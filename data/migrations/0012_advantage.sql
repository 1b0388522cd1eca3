-- Points of rating that the options are worth to the first side, below 0 to the second, as was known
-- when the match began; so what was rated stays as it was when more is known. Older matches were
-- rated without.
ALTER TABLE matches ADD COLUMN advantage INTEGER NOT NULL DEFAULT 0;
