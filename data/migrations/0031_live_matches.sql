-- Whether a match is live, which its pace says: its clock counts minutes.
ALTER TABLE matches ADD COLUMN live INTEGER NOT NULL DEFAULT 0 CHECK (live IN (0, 1));
CREATE INDEX matches_live ON matches (alarm, first, second) WHERE live = 1 AND ended IS NULL;

-- Live matches are rated apart: in `ratings` and `rating_changes`, "ringo live" is a game of its own.
DROP INDEX matches_that_count;
CREATE INDEX matches_that_count ON matches
(server, game, live, ended, first, second, winner, counts)
WHERE counts = 1;
DROP INDEX matches_that_count_anywhere;
CREATE INDEX matches_that_count_anywhere ON matches
(game, live, ended, first, second, winner, counts)
WHERE counts = 1;

DROP INDEX results_of_first;
CREATE INDEX results_of_first ON matches
(first, game, live, ended, second, winner, how, server, channel, home_channel, first_moves,
second_moves)
WHERE ended IS NOT NULL AND how <> 'abort';
DROP INDEX results_of_second;
CREATE INDEX results_of_second ON matches
(second, game, live, ended, first, winner, how, server, channel, home_channel, first_moves,
second_moves)
WHERE ended IS NOT NULL AND how <> 'abort';
