-- What servers have chosen; what is not there is as it is everywhere.
CREATE TABLE server_settings (
    server INTEGER NOT NULL,
    setting TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (server, setting)
) STRICT, WITHOUT ROWID;

-- How a match shows itself, as its server had it when the match began.
ALTER TABLE matches ADD COLUMN way TEXT NOT NULL DEFAULT 'living';

-- The message from which its thread was made, which has that message's number.
ALTER TABLE matches ADD COLUMN home_channel INTEGER;
ALTER TABLE matches ADD COLUMN home_message INTEGER;
CREATE INDEX matches_around ON matches (home_channel)
WHERE ended IS NULL AND home_channel IS NOT NULL;

-- The message that calls the player to move, where the card itself is only changed.
ALTER TABLE matches ADD COLUMN call_channel INTEGER;
ALTER TABLE matches ADD COLUMN call_message INTEGER;
-- Whether a message that is past was such a call, which is deleted.
ALTER TABLE past_cards ADD COLUMN is_call INTEGER NOT NULL DEFAULT 0;

-- Whoever sees the channel in which a thread was made sees the match in it.
DROP INDEX results_of_first;
CREATE INDEX results_of_first ON matches
(first, game, ended, second, winner, how, server, channel, home_channel, first_moves, second_moves)
WHERE ended IS NOT NULL AND how <> 'abort';
DROP INDEX results_of_second;
CREATE INDEX results_of_second ON matches
(second, game, ended, first, winner, how, server, channel, home_channel, first_moves, second_moves)
WHERE ended IS NOT NULL AND how <> 'abort';
