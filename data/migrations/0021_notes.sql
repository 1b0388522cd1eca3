-- What people note about a match, each for themselves alone.
CREATE TABLE notes (
    person INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES matches,
    text TEXT NOT NULL,
    PRIMARY KEY (person, match)
) STRICT, WITHOUT ROWID;

-- What was said with a move, '' where nothing was; and of a match by which event what was said last
-- was said, while its card shows it. The words stand in the event alone, so that they go at once.
ALTER TABLE events ADD COLUMN remark TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN remark_in INTEGER;
CREATE INDEX events_with_remarks ON events (match) WHERE remark <> '';
