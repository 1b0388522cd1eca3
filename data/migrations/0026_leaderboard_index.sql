-- For the leaderboard everywhere, which need not read the ratings of everybody for its first page.
CREATE INDEX ratings_by_rating ON ratings
    (game, rating DESC, person, deviation, volatility, at);
