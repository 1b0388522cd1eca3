-- How the computer expected to score before a move of its own, from -100 (lost for certain) to 100,
-- and its last ten such expectations: it resigns and offers draws by them.
ALTER TABLE events ADD COLUMN outlook INTEGER CHECK (outlook BETWEEN -100 AND 100);
ALTER TABLE matches ADD COLUMN outlook TEXT NOT NULL DEFAULT '';
