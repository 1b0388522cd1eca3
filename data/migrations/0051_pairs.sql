-- What the end of the other half of a one-sided pair means for this one: 1, it is rated however it ends;
-- 0, it is not; NULL, nothing.
ALTER TABLE matches ADD COLUMN pair_counts INTEGER CHECK (pair_counts IN (0, 1));
