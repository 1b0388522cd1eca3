-- How long players may think, written as `rules.pace` does: `3` is three days a move.
ALTER TABLE matches ADD COLUMN clock TEXT;
UPDATE matches SET clock = pace WHERE pace IS NOT NULL;
ALTER TABLE challenges ADD COLUMN clock TEXT;
UPDATE challenges SET clock = pace WHERE pace IS NOT NULL;

-- What each side has for its present or next turn; NULL where there is no clock.
ALTER TABLE matches ADD COLUMN first_bank INTEGER;
ALTER TABLE matches ADD COLUMN second_bank INTEGER;
UPDATE matches SET first_bank = pace * 86400000000, second_bank = pace * 86400000000
WHERE pace IS NOT NULL;

ALTER TABLE matches DROP COLUMN pace;
ALTER TABLE matches RENAME COLUMN clock TO pace;
ALTER TABLE challenges DROP COLUMN pace;
ALTER TABLE challenges RENAME COLUMN clock TO pace;

-- Since when the clock stands still in the present turn.
ALTER TABLE matches ADD COLUMN stopped INTEGER;

-- After the reminder the clock comes once more, five minutes before the time runs out.
UPDATE matches SET alarm = deadline - 300000000 WHERE alarm IS NOT NULL AND reminded = 1;

-- How much of the turn did not count until then.
ALTER TABLE events ADD COLUMN given INTEGER NOT NULL DEFAULT 0;

-- What people have of vacation: so much saved at a time; `ends` is there while they are away, and
-- `untold_since` while they have not been told what happened to it without their doing.
CREATE TABLE vacations (
    person INTEGER NOT NULL PRIMARY KEY REFERENCES people ON UPDATE CASCADE,
    saved INTEGER NOT NULL,
    at INTEGER NOT NULL,
    ends INTEGER,
    by_itself INTEGER NOT NULL CHECK (by_itself IN (0, 1)),
    untold_since INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX vacations_by_end ON vacations (ends) WHERE ends IS NOT NULL;
CREATE INDEX vacations_untold ON vacations (untold_since) WHERE untold_since IS NOT NULL;

-- When the bot was away for longer than a start takes.
CREATE TABLE outages (
    began INTEGER NOT NULL PRIMARY KEY,
    ended INTEGER NOT NULL
) STRICT;
