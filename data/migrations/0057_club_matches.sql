-- Club matches: two servers play each other on boards. A code, for a week, is how the other server
-- accepts; then people sign up in each, then the boards are paired. Who manages a server is not
-- stored: it is asked when something is pressed.
CREATE TABLE club_matches (
    id INTEGER PRIMARY KEY,
    code TEXT UNIQUE,               -- while it can be accepted
    state TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    pace TEXT NOT NULL,
    boards INTEGER NOT NULL,        -- the most of them
    both_sides INTEGER NOT NULL,
    made INTEGER NOT NULL,
    begins INTEGER,                 -- when sign-up ends
    ends INTEGER,
    ended INTEGER,
    due INTEGER,                    -- when to look at it again
    version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX club_matches_due ON club_matches (due) WHERE due IS NOT NULL;

-- Both servers of each, 0 the one that has challenged, and the card there.
CREATE TABLE clubs (
    club_match INTEGER NOT NULL REFERENCES club_matches (id),
    club INTEGER NOT NULL,
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    name TEXT NOT NULL,
    card_channel INTEGER,
    card_message INTEGER,
    card_state TEXT,                -- the state in which the card was posted
    shown INTEGER NOT NULL DEFAULT 0,
    left INTEGER,                   -- since when the bot is out of the server
    PRIMARY KEY (club_match, club)
) STRICT, WITHOUT ROWID;
CREATE INDEX clubs_of_server ON clubs (server);

CREATE TABLE club_players (
    club_match INTEGER NOT NULL REFERENCES club_matches (id),
    person INTEGER NOT NULL REFERENCES people (id),
    club INTEGER NOT NULL,
    joined INTEGER NOT NULL,
    board INTEGER,                  -- once it has begun, for those who play
    PRIMARY KEY (club_match, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX club_players_by_person ON club_players (person);

-- A match is in a channel of club 0, and its mirror, a card that is the other player's, in one of
-- club 1.
CREATE TABLE club_games (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    club_match INTEGER NOT NULL REFERENCES club_matches (id),
    board INTEGER NOT NULL,
    first_club INTEGER NOT NULL,    -- the club whose player has the first side
    mirror_server INTEGER,
    mirror_channel INTEGER,
    mirror_message INTEGER,
    mirror_count INTEGER,           -- after how many events the mirror shows it
    mirror_called INTEGER           -- after how many moves the mirror pinged its player
) STRICT;
CREATE INDEX club_games_of ON club_games (club_match);
