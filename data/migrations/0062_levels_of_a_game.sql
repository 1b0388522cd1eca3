-- A game has as many levels as it needs: Bizingo fourteen, its tenth now the last, the others ten.
ALTER TABLE matches ADD COLUMN new_level INTEGER;
ALTER TABLE matches ADD COLUMN old_computer INTEGER;
UPDATE matches SET old_computer = computer,
    new_level = level + CASE
        WHEN game <> 'bizingo' OR level < 2 THEN 0 WHEN level < 3 THEN 1 WHEN level < 6 THEN 2
        WHEN level < 9 THEN 3 ELSE 4 END WHERE level IS NOT NULL;
UPDATE matches SET checksum = checksum - row_checksum(
    game, options, pace, live || '', rated || '', advantage || '', explore || '', rematch_of || '',
    came_of || '', ladder || '', computer || '', level || '', started || '', least_rated || ''
) + row_checksum(
    game, options, pace, live || '', rated || '', advantage || '', explore || '', rematch_of || '',
    came_of || '', ladder || '', computer || '', new_level || '', started || '', least_rated || ''
) WHERE level <> new_level;

-- A column comes with what is checked of it only while that is true of all matches.
UPDATE matches SET computer = NULL, level = NULL WHERE level IS NOT NULL;
DROP INDEX matches_won_by_first;
DROP INDEX matches_won_by_second;
ALTER TABLE matches DROP COLUMN level;
ALTER TABLE matches ADD COLUMN level INTEGER CHECK (level >= 1)
    CHECK ((level IS NULL) = (computer IS NULL)) CHECK (level IS NULL OR rated = 0);
UPDATE matches SET computer = old_computer, level = new_level WHERE new_level IS NOT NULL;
CREATE INDEX matches_won_by_first ON matches (first, game, level) WHERE computer = 1 AND winner = 0;
CREATE INDEX matches_won_by_second ON matches (second, game, level)
WHERE computer = 0 AND winner = 1;
ALTER TABLE matches DROP COLUMN new_level;
ALTER TABLE matches DROP COLUMN old_computer;
