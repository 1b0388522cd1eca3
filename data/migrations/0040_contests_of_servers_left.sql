-- Since when the bot is out of the server of a league or cup, which goes on if it is soon back.
ALTER TABLE contests ADD COLUMN left INTEGER;
