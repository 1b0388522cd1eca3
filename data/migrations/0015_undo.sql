-- Whether the other than whoever made the last move has pressed or typed anything since; of the
-- matches that there are nobody knows.
ALTER TABLE matches ADD COLUMN touched INTEGER NOT NULL DEFAULT 1;

-- The side that took its last move back in this turn, and that move: a copy of what the events say.
ALTER TABLE matches ADD COLUMN taken_back TEXT;

-- Where a take-back was the last thing to change the board: of which move, counted back from there.
-- The computer lets moves be taken back together with its answers, which do not count.
UPDATE matches SET taken_back = (
    SELECT e.side || ' ' || e.text FROM events e
    WHERE e.match = matches.id AND e.kind = 'move' AND e.side IS NOT matches.computer AND 0 = (
        SELECT SUM(
            (b.kind = 'move' AND b.side IS NOT matches.computer) - (b.kind = 'grant_take_back')
        )
        FROM events b WHERE b.match = e.match AND b.number >= e.number
    )
    ORDER BY e.number DESC LIMIT 1
)
WHERE 'grant_take_back' = (
    SELECT e.kind FROM events e
    WHERE e.match = matches.id AND e.kind IN ('move', 'pass', 'grant_take_back')
    ORDER BY e.number DESC LIMIT 1
);

-- What people have chosen for themselves; what is not there is as it is for everybody.
CREATE TABLE settings (
    person INTEGER NOT NULL,
    setting TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (person, setting)
) STRICT, WITHOUT ROWID;
