-- A daily puzzle comes at the same time of day in the time zone of whoever set it up.
ALTER TABLE daily_puzzles ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
UPDATE daily_puzzles SET zone = (
    SELECT value FROM settings s WHERE s.person = daily_puzzles.person AND setting = 'zone'
) WHERE EXISTS (
    SELECT 1 FROM settings s WHERE s.person = daily_puzzles.person AND setting = 'zone'
);
-- The time of day; NULL: that of the next puzzle.
ALTER TABLE daily_puzzles ADD COLUMN time_of_day TEXT;
