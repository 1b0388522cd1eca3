-- For each side, which sides must move on before it may offer a draw again: a copy of what the
-- events say.
ALTER TABLE matches ADD COLUMN first_waits TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN second_waits TEXT NOT NULL DEFAULT '';

CREATE TEMP TABLE offers AS
SELECT match, side, MAX(number) AS number FROM events WHERE kind = 'offer_draw'
GROUP BY match, side;

CREATE TEMP TABLE waits AS
SELECT match, side, (
    SELECT COALESCE(GROUP_CONCAT(mover, ''), '') FROM (SELECT 0 AS mover UNION SELECT 1 ORDER BY 1)
    WHERE NOT EXISTS (
        SELECT 1 FROM events e WHERE e.match = offers.match AND e.number > offers.number
        AND e.kind IN ('move', 'pass') AND e.side = mover
    )
) AS sides FROM offers;

UPDATE matches SET first_waits = waits.sides FROM waits
WHERE waits.match = matches.id AND waits.side = 0;
UPDATE matches SET second_waits = waits.sides FROM waits
WHERE waits.match = matches.id AND waits.side = 1;

DROP TABLE waits;
DROP TABLE offers;
