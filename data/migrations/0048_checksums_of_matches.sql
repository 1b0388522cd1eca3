-- What nothing else in the file tells again: how a match began, and each of its events.
ALTER TABLE matches ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET checksum = row_checksum(
    game, options, pace, live, rated, advantage, explore, rematch_of, came_of, ladder, computer,
    level, started, least_rated
) + COALESCE((
    SELECT SUM(row_checksum(
        number, kind, side, at, text, given, conditional, remark, unspent, outlook
    )) FROM events WHERE events.match = matches.id
), 0);
