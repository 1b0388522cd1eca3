-- When the time of the player to move runs out: a copy, like `alarm`; NULL where there is no clock
-- or the match is over.
ALTER TABLE matches ADD COLUMN deadline INTEGER;

UPDATE matches SET deadline = since + given + pace * 86400000000
WHERE ended IS NULL AND pace IS NOT NULL;

-- After how many events the match was as its card shows it; NULL where that is not known.
ALTER TABLE matches ADD COLUMN card_count INTEGER;
