-- The contest to which a match belongs, and the most time for a move, if that is limited since the
-- contest's end date: a copy of what the events say.
ALTER TABLE matches ADD COLUMN contest INTEGER REFERENCES contests;
ALTER TABLE matches ADD COLUMN time_limit INTEGER;
CREATE INDEX matches_of_contest ON matches (contest) WHERE contest IS NOT NULL;
