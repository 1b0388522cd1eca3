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

-- A table by rowid keeps the numbers of rows that are gone in its inner pages; this one does not.
CREATE TABLE people_anew (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO people_anew SELECT id, name FROM people;
DROP TABLE people;
ALTER TABLE people_anew RENAME TO people;

-- Who does not want to be challenged by whom; neither need be known as a player.
CREATE TABLE blocks (
    blocker INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (blocker, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- Who is being forgotten, piece by piece, and the number they get as a former player.
CREATE TABLE leaving (
    person INTEGER NOT NULL PRIMARY KEY REFERENCES people,
    former INTEGER NOT NULL REFERENCES people
) STRICT, WITHOUT ROWID;

-- Matches whose cards still name somebody who is forgotten.
CREATE TABLE cards_to_redraw (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches
) STRICT;

-- Results by server are read from this index alone.
DROP INDEX matches_that_count;
CREATE INDEX matches_that_count ON matches (server, game, first, second, winner) WHERE counts = 1;

CREATE INDEX challenges_settled ON challenges (expires)
WHERE state IN ('withdrawn', 'declined', 'expired');
