-- A standing challenge is offered anew whenever somebody takes it up: so many matches that came of
-- it may go on at once (NULL: it is taken up once). Who takes it up makes a row of its own of it;
-- `anew_of` is the number of the first one, which was made by hand and stays, since it was taken up.
ALTER TABLE challenges ADD COLUMN at_once INTEGER CHECK (at_once BETWEEN 1 AND 10);
ALTER TABLE challenges ADD COLUMN anew_of INTEGER;

-- It is offered once at a time, however many take it up at the same moment.
CREATE UNIQUE INDEX challenges_anew ON challenges (anew_of)
WHERE anew_of IS NOT NULL AND state IN ('pending', 'resting');

-- The number of the standing challenge of which a match came, the first one's.
ALTER TABLE matches ADD COLUMN came_of INTEGER;
CREATE INDEX matches_going ON matches (came_of, twin) WHERE came_of IS NOT NULL AND ended IS NULL;

-- What is open in a server, the last first.
CREATE INDEX challenges_open ON challenges
(server, made, id, game, channel, challenger, state, expires)
WHERE opponent IS NULL AND state IN ('pending', 'resting');

-- What somebody made by hand lately: a standing challenge may have been taken up thousands of times.
CREATE INDEX challenges_made_by ON challenges (challenger, made, id, opponent, state)
WHERE anew_of IS NULL;

-- What two people play and have played, page by page.
CREATE INDEX matches_between ON matches (first, second, ended, turn, deadline, id, game);
