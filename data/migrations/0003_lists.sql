-- What lists of somebody's matches look through, so that a page of one is found without the rest.
DROP INDEX matches_of_first;
DROP INDEX matches_of_second;
CREATE INDEX matches_of_first ON matches (first, ended, id, game);
CREATE INDEX matches_of_second ON matches (second, ended, id, game);
CREATE INDEX matches_awaiting_first ON matches (first, turn, deadline, id, game, channel)
WHERE ended IS NULL;
CREATE INDEX matches_awaiting_second ON matches (second, turn, deadline, id, game, channel)
WHERE ended IS NULL;
