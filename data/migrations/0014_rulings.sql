-- Whether an administrator has locked a match, and what one decided in this turn: the kind of the
-- event and its reason. Both are copies of what the events say.
ALTER TABLE matches ADD COLUMN locked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN ruling TEXT;
