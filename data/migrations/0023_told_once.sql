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

-- Since when it is to be looked whether the players still see the channel, and the sides that were
-- told that they do not.
ALTER TABLE matches ADD COLUMN access_check INTEGER;
ALTER TABLE matches ADD COLUMN unseen TEXT NOT NULL DEFAULT '';
CREATE INDEX matches_by_access_check ON matches (access_check) WHERE access_check IS NOT NULL;
CREATE INDEX matches_in_server ON matches (server) WHERE ended IS NULL;

-- Since when a message of the match may stand in Discord without being recorded; NULL if none can.
ALTER TABLE matches ADD COLUMN unrecorded_since INTEGER;
UPDATE matches SET unrecorded_since = CASE told WHEN -1 THEN started ELSE COALESCE(
    (SELECT e.at FROM events e WHERE e.match = matches.id AND e.number = matches.told + 1),
    untold_since
) END
WHERE untold_since IS NOT NULL;
