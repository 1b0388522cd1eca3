-- At how many moves in a row the computer's opponent stood lost: 10 when told so, 11 from then on.
ALTER TABLE matches ADD COLUMN lost_for INTEGER NOT NULL DEFAULT 0;
CREATE TEMP TABLE judged AS
    SELECT match, number, outlook, COUNT(*) OVER lately = 10 AND MIN(outlook) OVER lately >= 90 AS lost
    FROM events WHERE outlook IS NOT NULL
    WINDOW lately AS (PARTITION BY match ORDER BY number ROWS 9 PRECEDING);
CREATE INDEX temp.judged_of_match ON judged (match, number);
UPDATE matches SET lost_for = COALESCE(
    (SELECT 10 + EXISTS (
        SELECT 1 FROM events WHERE match = matches.id AND kind = 'move' AND side = computer
        AND number > (SELECT MIN(number) FROM judged WHERE match = matches.id AND lost)
    ) WHERE EXISTS (SELECT 1 FROM judged WHERE match = matches.id AND lost)),
    (SELECT COUNT(*) FROM judged WHERE match = matches.id AND number > COALESCE(
        (SELECT MAX(number) FROM judged WHERE match = matches.id AND outlook < 90), 0
    ))
) WHERE computer IS NOT NULL;
DROP TABLE judged;
