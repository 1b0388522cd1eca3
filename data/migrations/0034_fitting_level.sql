-- A person's last results against the computer in a game, from which it chooses its level.
CREATE INDEX matches_against_computer_by_first ON matches (first, game, ended)
WHERE computer = 1 AND ended IS NOT NULL;
CREATE INDEX matches_against_computer_by_second ON matches (second, game, ended)
WHERE computer = 0 AND ended IS NOT NULL;
