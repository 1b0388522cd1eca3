-- Of how many events of a match its players were told; -1 where not even that it began.
ALTER TABLE matches ADD COLUMN told INTEGER NOT NULL DEFAULT -1;
UPDATE matches SET told = count;

-- When what is not yet in Discord as it should be happened: a row with it is tried again until
-- Discord has taken all, and then it is NULL.
ALTER TABLE matches ADD COLUMN untold_since INTEGER;
ALTER TABLE challenges ADD COLUMN untold_since INTEGER;
CREATE INDEX matches_untold ON matches (untold_since) WHERE untold_since IS NOT NULL;
CREATE INDEX challenges_untold ON challenges (untold_since) WHERE untold_since IS NOT NULL;

-- Messages that showed a match and still carry its buttons; `count` as in `card_count`.
CREATE TABLE past_cards (
    message INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES matches,
    count INTEGER
) STRICT;

CREATE INDEX past_cards_of ON past_cards (match);

-- By which request something was done, for a day: what is asked once is done once, however often
-- it is delivered. Requests are numbered in the order of time.
ALTER TABLE events ADD COLUMN request INTEGER;
ALTER TABLE challenges ADD COLUMN request INTEGER;
CREATE UNIQUE INDEX events_by_request ON events (request) WHERE request IS NOT NULL;
CREATE UNIQUE INDEX challenges_by_request ON challenges (request) WHERE request IS NOT NULL;
