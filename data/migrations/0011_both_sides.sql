-- Whether a challenge is to two matches at once, one from each side.
ALTER TABLE challenges ADD COLUMN both_sides INTEGER NOT NULL DEFAULT 0
CHECK (both_sides IN (0, 1));

-- The match that began together with this one, of the same two with sides changed.
ALTER TABLE matches ADD COLUMN twin INTEGER REFERENCES matches;
CREATE UNIQUE INDEX matches_by_twin ON matches (twin) WHERE twin IS NOT NULL;

-- What is answered by another offer has come to nothing too.
DROP INDEX challenges_settled;
CREATE INDEX challenges_settled ON challenges (expires)
WHERE state IN ('withdrawn', 'declined', 'expired', 'countered');
