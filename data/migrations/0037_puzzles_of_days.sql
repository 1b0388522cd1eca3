-- Which puzzle a day has: of a `chosen` game, or of all games (''). All servers have the same one.
CREATE TABLE puzzles_of_days (
    day INTEGER NOT NULL,
    chosen TEXT NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    PRIMARY KEY (day, chosen)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO puzzles_of_days (day, chosen, game, puzzle)
SELECT p.day, COALESCE(d.game, ''), p.game, p.puzzle
FROM daily_posts p JOIN daily_puzzles d ON d.server = p.server
WHERE d.game IS NULL OR d.game = p.game;
