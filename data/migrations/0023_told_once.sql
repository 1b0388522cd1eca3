-- Whether the opponent refused to let the last move be taken back: a copy of what the events say.
ALTER TABLE matches ADD COLUMN take_back_refused INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET take_back_refused = 1
WHERE 'refuse_take_back' = (
    SELECT e.kind FROM events e
    WHERE e.match = matches.id
    AND e.kind IN ('move', 'undo', 'grant_take_back', 'refuse_take_back')
    ORDER BY e.number DESC LIMIT 1
);

-- Who was called last by a message that shows the match: the side, the number of moves made until
-- then, and when.
ALTER TABLE matches ADD COLUMN called TEXT;
