-- Matches in which all who join in a server play one side together, by votes.

-- The side that they play. Its seat has the number of their server.
ALTER TABLE matches ADD COLUMN crowd INTEGER CHECK (crowd IN (0, 1));
CREATE INDEX matches_of_crowds ON matches (server) WHERE crowd IS NOT NULL AND ended IS NULL;

-- The server whose members are to play in the challenger's place.
ALTER TABLE challenges ADD COLUMN crowd INTEGER;

-- Those who have joined.
CREATE TABLE voters (
    match INTEGER NOT NULL REFERENCES matches,
    person INTEGER NOT NULL,
    since INTEGER NOT NULL,
    struck INTEGER NOT NULL DEFAULT 0 CHECK (struck IN (0, 1)), -- whether they may vote no more
    PRIMARY KEY (match, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX voters_of ON voters (person);

-- Their votes: the open ones, and those that an event has decided about, by its number.
CREATE TABLE ballots (
    match INTEGER NOT NULL REFERENCES matches,
    event INTEGER NOT NULL DEFAULT 0, -- 0 while it is open
    person INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, event, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX ballots_of ON ballots (person);
-- A thousand open ballots are counted at each one more.
CREATE INDEX ballots_counted ON ballots (match, event, kind, text, at);
