-- A crowd may play each side of a match: all of one server against all of another.

-- The sides that crowds play: '', '0', '1' or '01'. The seat of each has the number of its server.
ALTER TABLE matches ADD COLUMN crowds TEXT NOT NULL DEFAULT '';
UPDATE matches SET crowds = CAST(crowd AS TEXT) WHERE crowd IS NOT NULL;
DROP INDEX matches_of_crowds;
CREATE INDEX matches_of_crowds ON matches (server) WHERE crowds <> '' AND ended IS NULL;
ALTER TABLE matches DROP COLUMN crowd;

-- For which side somebody votes. Whom one server's moderator struck may still vote for the other.
CREATE TABLE voters_by_side (
    match INTEGER NOT NULL REFERENCES matches,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    person INTEGER NOT NULL,
    since INTEGER NOT NULL,
    struck INTEGER NOT NULL DEFAULT 0 CHECK (struck IN (0, 1)), -- whether they may vote no more
    PRIMARY KEY (match, side, person)
) STRICT, WITHOUT ROWID;
INSERT INTO voters_by_side
SELECT v.match, CAST(m.crowds AS INTEGER), v.person, v.since, v.struck
FROM voters v JOIN matches m ON m.id = v.match;
DROP TABLE voters;
ALTER TABLE voters_by_side RENAME TO voters;
CREATE INDEX voters_of ON voters (person);

ALTER TABLE ballots ADD COLUMN side INTEGER NOT NULL DEFAULT 0 CHECK (side IN (0, 1));
UPDATE ballots SET side = (SELECT CAST(crowds AS INTEGER) FROM matches WHERE id = ballots.match);
DROP INDEX ballots_counted;
CREATE INDEX ballots_counted ON ballots (match, event, side, kind, text, at);

-- Which match is meant by a move that is typed beside its mirror.
CREATE INDEX club_games_by_mirror ON club_games (mirror_channel) WHERE mirror_channel IS NOT NULL;
