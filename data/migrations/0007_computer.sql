-- Which side the computer plays, and how well; such a match is not rated.
ALTER TABLE matches ADD COLUMN computer INTEGER CHECK (computer IN (0, 1));
ALTER TABLE matches ADD COLUMN level INTEGER CHECK (level BETWEEN 1 AND 5)
    CHECK ((level IS NULL) = (computer IS NULL)) CHECK (level IS NULL OR rated = 0);

-- By which request a match against the computer was begun, for a day, as in `events`.
ALTER TABLE matches ADD COLUMN request INTEGER;
CREATE UNIQUE INDEX matches_by_request ON matches (request) WHERE request IS NOT NULL;

CREATE INDEX matches_of_computer ON matches (id) WHERE computer IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_won_by_first ON matches (first, game, level) WHERE computer = 1 AND winner = 0;
CREATE INDEX matches_won_by_second ON matches (second, game, level)
WHERE computer = 0 AND winner = 1;

-- Whether the card of an open challenge offers to play the computer, since nobody took it up.
ALTER TABLE challenges ADD COLUMN offers_computer INTEGER NOT NULL DEFAULT 0
    CHECK (offers_computer IN (0, 1));
