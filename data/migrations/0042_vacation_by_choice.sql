-- A vacation begins by itself only for those who chose that. Whoever went on vacation had the former
-- default stored; whoever has chosen it since the first match, without a vacation, keeps it.
UPDATE vacations SET by_itself = 0
WHERE by_itself = 1 AND NOT (ends IS NULL AND at = (
    SELECT MIN(started) FROM matches WHERE first = vacations.person OR second = vacations.person
));
-- All vacations are of one kind: each clock has a day at least when they end.
ALTER TABLE vacations DROP COLUMN automatic;
