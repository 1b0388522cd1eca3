-- The rules by which the table of a contest counts, fixed when it begins: what has begun keeps those
-- of its time.
ALTER TABLE contests ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
-- How many matches somebody has at once is the organiser's alone.
ALTER TABLE contest_entrants DROP COLUMN at_once;
-- Whether the number was drawn by lot, among those who were rated alike.
ALTER TABLE contest_entrants ADD COLUMN by_lot INTEGER NOT NULL DEFAULT 0 CHECK (by_lot IN (0, 1));
