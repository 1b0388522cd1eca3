-- Levels go from 1 to 10: what was one of five counts twice as much, and 5 is the best still.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'level BETWEEN 1 AND 5', 'level BETWEEN 1 AND 10')
WHERE type = 'table' AND name = 'matches';
PRAGMA writable_schema = RESET;
UPDATE matches SET level = 2 * level, checksum = checksum - row_checksum(
    game, options, pace, live, rated, advantage, explore, rematch_of, came_of, ladder, computer,
    level, started, least_rated
) + row_checksum(
    game, options, pace, live, rated, advantage, explore, rematch_of, came_of, ladder, computer,
    2 * level, started, least_rated
) WHERE level IS NOT NULL;
