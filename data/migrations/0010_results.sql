-- Leaderboards and profiles are read from these indexes alone, however long the history is. What
-- their conditions name stands in them, too: else SQLite looks at every row.
DROP INDEX matches_that_count;
CREATE INDEX matches_that_count ON matches (server, game, ended, first, second, winner, counts)
WHERE counts = 1;
CREATE INDEX matches_that_count_anywhere ON matches (game, ended, first, second, winner, counts)
WHERE counts = 1;

DROP INDEX rating_changes_of;
CREATE INDEX rating_changes_of ON rating_changes (person, game, at, id, rating, deviation);

CREATE INDEX results_of_first ON matches
(first, game, ended, second, winner, how, server, channel, first_moves, second_moves)
WHERE ended IS NOT NULL AND how <> 'abort';
CREATE INDEX results_of_second ON matches
(second, game, ended, first, winner, how, server, channel, first_moves, second_moves)
WHERE ended IS NOT NULL AND how <> 'abort';
