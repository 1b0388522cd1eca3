-- What a player had left of the time of the turn when making a move, which a take-back returns; of
-- the moves that there are it is unknown, and their take-back gives the whole turn back as before.
ALTER TABLE events ADD COLUMN unspent INTEGER;
ALTER TABLE matches ADD COLUMN unspent INTEGER;

-- Whether the present vacation, or else the last one, began by itself, and the match that it saved.
-- Of those that go on, it did where it began just before a loss on time.
ALTER TABLE vacations ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0 CHECK (automatic IN (0, 1));
ALTER TABLE vacations ADD COLUMN match INTEGER;
UPDATE vacations SET automatic = 1, match = (
    SELECT MIN(m.id) FROM matches m
    WHERE m.ended IS NULL AND m.stopped = vacations.at
    AND vacations.person = CASE m.turn WHEN 0 THEN m.first ELSE m.second END
    AND m.since + m.given + CASE m.turn WHEN 0 THEN m.first_bank ELSE m.second_bank END
        - m.stopped <= 300000000
)
WHERE ends IS NOT NULL AND EXISTS (
    SELECT 1 FROM matches m
    WHERE m.ended IS NULL AND m.stopped = vacations.at
    AND vacations.person = CASE m.turn WHEN 0 THEN m.first ELSE m.second END
    AND m.since + m.given + CASE m.turn WHEN 0 THEN m.first_bank ELSE m.second_bank END
        - m.stopped <= 300000000
);

-- Plans that a move did not fit, with the number of its event: they are there again if it is taken
-- back.
CREATE TABLE plans_set_aside (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    moves TEXT NOT NULL,
    move INTEGER NOT NULL
) STRICT;

CREATE INDEX plans_set_aside_by_move ON plans_set_aside (match, move);
