-- How many moves a match needs to be rated if a player resigns or runs out of time: what is over stays
-- as it was rated.
ALTER TABLE matches ADD COLUMN least_rated INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET least_rated = 6 WHERE ended IS NULL;
