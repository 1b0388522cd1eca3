-- What a player had left of the time of the turn when making a move, which a take-back returns; of
-- the moves that there are it is unknown, and their take-back gives the whole turn back as before.
ALTER TABLE events ADD COLUMN unspent INTEGER;
ALTER TABLE matches ADD COLUMN unspent INTEGER;
