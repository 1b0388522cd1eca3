-- Who pressed for a link, and in which server: puzzles count there, and people who have never played
-- have no other name.
ALTER TABLE web_links ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE web_links ADD COLUMN locale TEXT;
ALTER TABLE web_links ADD COLUMN server INTEGER;
