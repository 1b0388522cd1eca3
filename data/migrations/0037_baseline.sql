-- The schema with which version 1.0 begins.
-- Times and durations are microseconds, times since 1970 in UTC. People, servers, channels,
-- messages and requests have their numbers of Discord; a former player has a negative number and no
-- name.
-- Columns are always named: in files older than version 1.0 they stand in another order.
PRAGMA application_id = 0x5061726c; -- "Parl", which identifies the file as Parlour's

-- People. A table by rowid would keep the numbers of removed rows in its inner pages; this one does
-- not.
CREATE TABLE people (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT -- of their Discord when they were last seen, for direct messages; NULL if unknown
) STRICT, WITHOUT ROWID;

-- People who are being forgotten, piece by piece, and the numbers they get as former players.
CREATE TABLE leaving (
    person INTEGER NOT NULL PRIMARY KEY REFERENCES people,
    former INTEGER NOT NULL REFERENCES people
) STRICT, WITHOUT ROWID;

-- What people have chosen for themselves; defaults are not stored.
CREATE TABLE settings (
    person INTEGER NOT NULL,
    setting TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (person, setting)
) STRICT, WITHOUT ROWID;

-- What servers have chosen; defaults are not stored.
CREATE TABLE server_settings (
    server INTEGER NOT NULL,
    setting TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (server, setting)
) STRICT, WITHOUT ROWID;

-- Who does not want to be challenged by whom; neither need be known as a player.
CREATE TABLE blocks (
    blocker INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (blocker, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- People who take no direct messages, until they use the bot again.
CREATE TABLE closed_letters (
    person INTEGER NOT NULL PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The present quiet hours of a person, or else the next ones, and the end of the last ones: a copy
-- of what follows from their settings.
CREATE TABLE quiet_hours (
    person INTEGER NOT NULL PRIMARY KEY,
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX quiet_hours_by_begin ON quiet_hours (begins);
CREATE INDEX quiet_hours_by_end ON quiet_hours (ends);

-- Vacation: so much was saved at a time.
CREATE TABLE vacations (
    person INTEGER NOT NULL PRIMARY KEY REFERENCES people ON UPDATE CASCADE,
    saved INTEGER NOT NULL,
    at INTEGER NOT NULL,
    ends INTEGER, -- NULL unless they are away
    by_itself INTEGER NOT NULL CHECK (by_itself IN (0, 1)), -- whether it may begin by itself
    automatic INTEGER NOT NULL DEFAULT 0 CHECK (automatic IN (0, 1)), -- whether the last one did,
    match INTEGER, -- and the match that it saved
    untold_since INTEGER -- while they have not been told of what happened to it without their doing
) STRICT, WITHOUT ROWID;
CREATE INDEX vacations_by_end ON vacations (ends) WHERE ends IS NOT NULL;
CREATE INDEX vacations_untold ON vacations (untold_since) WHERE untold_since IS NOT NULL;

-- When the bot was last alive.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

-- When the bot was away for longer than a start takes.
CREATE TABLE outages (
    began INTEGER NOT NULL PRIMARY KEY,
    ended INTEGER NOT NULL
) STRICT;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    -- How it began.
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    first INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    second INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    pace TEXT, -- as written by `match.clock.Pace`: `3` is three days a move; NULL without a clock
    live INTEGER NOT NULL DEFAULT 0 CHECK (live IN (0, 1)), -- whether the pace counts minutes
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    -- Points of rating that the options are worth to the first side, as known at the beginning: a
    -- rating stays as it was when more is known.
    advantage INTEGER NOT NULL DEFAULT 0,
    -- Whether the players may try moves out and ask the computer for help.
    explore INTEGER NOT NULL DEFAULT 1 CHECK (explore IN (0, 1)),
    computer INTEGER CHECK (computer IN (0, 1)), -- the side that the computer plays
    level INTEGER CHECK (level BETWEEN 1 AND 5)
        CHECK ((level IS NULL) = (computer IS NULL)) CHECK (level IS NULL OR rated = 0),
    rematch_of INTEGER UNIQUE REFERENCES matches,
    twin INTEGER REFERENCES matches, -- begun together with this one, with sides changed
    came_of INTEGER, -- the standing challenge, by the number of the first one
    contest INTEGER REFERENCES contests,
    ladder INTEGER REFERENCES ladders,
    started INTEGER NOT NULL,
    request INTEGER, -- as in `events`, of a match against the computer
    -- Where it is.
    server INTEGER,
    channel INTEGER NOT NULL,
    home_channel INTEGER, -- the message from which its thread was made; it has the thread's number
    home_message INTEGER,
    way TEXT NOT NULL DEFAULT 'living', -- how it is displayed, as set in its server then
    -- The clock of the present turn.
    since INTEGER NOT NULL,
    given INTEGER NOT NULL, -- how much of the turn does not count
    stopped INTEGER, -- since when the clock stands still
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded BETWEEN 0 AND 2), -- the number of reminders
    alarm INTEGER, -- when the clock comes next
    deadline INTEGER, -- when the time runs out; NULL without a clock or once over
    -- Whether the other player has pressed or typed anything since the last move.
    touched INTEGER NOT NULL DEFAULT 1,
    -- A copy of what the events say, for quick loading.
    count INTEGER NOT NULL,
    turn INTEGER NOT NULL CHECK (turn IN (0, 1)),
    position TEXT NOT NULL,
    previous TEXT,
    last TEXT NOT NULL,
    first_moves INTEGER NOT NULL,
    second_moves INTEGER NOT NULL,
    first_bank INTEGER, -- the time of the present or next turn; NULL without a clock
    second_bank INTEGER,
    time_limit INTEGER, -- the most time for a move, since the end date of the contest
    unspent INTEGER, -- the time that was left at the last move
    answer_to TEXT, -- the move that the last move answered, if it was conditional
    remark_in INTEGER, -- the event with the remark on the card, which alone has its words
    draw_offer INTEGER,
    first_waits TEXT NOT NULL DEFAULT '', -- which sides must move before it may offer a draw again
    second_waits TEXT NOT NULL DEFAULT '',
    take_back INTEGER,
    take_back_refused INTEGER NOT NULL DEFAULT 0,
    taken_back TEXT, -- the side that took its last move back in this turn, and that move
    outlook TEXT NOT NULL DEFAULT '', -- the last ten of `events.outlook`
    locked INTEGER NOT NULL DEFAULT 0,
    ruling TEXT, -- an administrator's decision in this turn: the kind of its event, and the reason
    rematch TEXT NOT NULL,
    ended INTEGER,
    how TEXT,
    winner INTEGER,
    counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
    -- How often its conditional moves have changed: 0 if there never were any.
    plan_changes INTEGER NOT NULL DEFAULT 0,
    -- Whether anybody has ever followed it or guessed a move.
    watched INTEGER NOT NULL DEFAULT 0 CHECK (watched IN (0, 1)),
    -- Its messages: the card, the number of events that it shows (NULL if unknown), and the message
    -- that pings the player to move where the card is only edited.
    card_channel INTEGER,
    card_message INTEGER,
    card_count INTEGER,
    call_channel INTEGER,
    call_message INTEGER,
    called TEXT, -- the last ping: the side, the number of moves before it, and when
    told INTEGER NOT NULL DEFAULT -1, -- the events that the players were told of; -1: no beginning
    untold_since INTEGER, -- NULL once Discord has taken everything
    unrecorded_since INTEGER, -- since when there may be a message that is not recorded
    access_check INTEGER, -- since when it is to be checked whether the players see the channel
    unseen TEXT NOT NULL DEFAULT '' -- the sides that were told that they do not
) STRICT;

-- Pages of a person's matches, and of the matches of two people.
CREATE INDEX matches_of_first ON matches (first, ended, id, game);
CREATE INDEX matches_of_second ON matches (second, ended, id, game);
CREATE INDEX matches_awaiting_first ON matches (first, turn, deadline, id, game, channel)
WHERE ended IS NULL;
CREATE INDEX matches_awaiting_second ON matches (second, turn, deadline, id, game, channel)
WHERE ended IS NULL;
CREATE INDEX matches_between ON matches (first, second, ended, turn, deadline, id, game);

-- Places.
CREATE INDEX matches_in_channel ON matches (channel) WHERE ended IS NULL;
CREATE INDEX matches_around ON matches (home_channel)
WHERE ended IS NULL AND home_channel IS NOT NULL;
CREATE INDEX matches_in_server ON matches (server) WHERE ended IS NULL;
CREATE INDEX matches_ended_in_server ON matches (server, ended)
WHERE ended IS NOT NULL AND server IS NOT NULL;

-- Due matches.
CREATE INDEX matches_by_alarm ON matches (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX matches_live ON matches (alarm, first, second) WHERE live = 1 AND ended IS NULL;
CREATE INDEX matches_of_computer ON matches (id) WHERE computer IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_untold ON matches (untold_since) WHERE untold_since IS NOT NULL;
CREATE INDEX matches_by_access_check ON matches (access_check) WHERE access_check IS NOT NULL;

-- Origins.
CREATE UNIQUE INDEX matches_by_request ON matches (request) WHERE request IS NOT NULL;
CREATE UNIQUE INDEX matches_by_twin ON matches (twin) WHERE twin IS NOT NULL;
CREATE INDEX matches_going ON matches (came_of, twin) WHERE came_of IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_of_contest ON matches (contest) WHERE contest IS NOT NULL;

-- Leaderboards and profiles are read from these indexes alone, however long the history is. The
-- columns of their conditions are in them too: otherwise SQLite looks at every row.
CREATE INDEX matches_that_count ON matches
(server, game, live, ended, first, second, winner, counts)
WHERE counts = 1;
CREATE INDEX matches_that_count_anywhere ON matches
(game, live, ended, first, second, winner, counts)
WHERE counts = 1;
CREATE INDEX results_of_first ON matches
(first, game, live, ended, second, winner, how, server, channel, home_channel, first_moves,
second_moves)
WHERE ended IS NOT NULL AND how <> 'abort';
CREATE INDEX results_of_second ON matches
(second, game, live, ended, first, winner, how, server, channel, home_channel, first_moves,
second_moves)
WHERE ended IS NOT NULL AND how <> 'abort';

-- Results against the computer, of which the last ones determine its level.
CREATE INDEX matches_won_by_first ON matches (first, game, level) WHERE computer = 1 AND winner = 0;
CREATE INDEX matches_won_by_second ON matches (second, game, level)
WHERE computer = 0 AND winner = 1;
CREATE INDEX matches_against_computer_by_first ON matches (first, game, ended)
WHERE computer = 1 AND ended IS NOT NULL;
CREATE INDEX matches_against_computer_by_second ON matches (second, game, ended)
WHERE computer = 0 AND ended IS NOT NULL;

CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    side INTEGER,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    given INTEGER NOT NULL DEFAULT 0, -- how much of the turn did not count until then
    unspent INTEGER, -- the time that was left at a move, which a takeback returns; NULL if unknown
    conditional INTEGER NOT NULL DEFAULT 0, -- whether the move was stored before
    remark TEXT NOT NULL DEFAULT '',
    -- How the computer expected to score before its move, from -100 (a certain loss) to 100.
    outlook INTEGER CHECK (outlook BETWEEN -100 AND 100),
    -- The request that caused it, for a day: a request that is delivered again is refused. Requests
    -- are numbered in the order of time.
    request INTEGER,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX events_by_request ON events (request) WHERE request IS NOT NULL;
CREATE INDEX events_with_remarks ON events (match) WHERE remark <> '';

-- Conditional moves: the moves of both sides in turn, the opponent's first.
CREATE TABLE plans (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    moves TEXT NOT NULL,
    UNIQUE (match, side, moves)
) STRICT;

-- Conditional moves that a move did not fit, with the number of its event: they return if it is
-- taken back.
CREATE TABLE plans_set_aside (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    moves TEXT NOT NULL,
    move INTEGER NOT NULL
) STRICT;
CREATE INDEX plans_set_aside_by_move ON plans_set_aside (match, move);

-- Private notes about a match.
CREATE TABLE notes (
    person INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES matches,
    text TEXT NOT NULL,
    PRIMARY KEY (person, match)
) STRICT, WITHOUT ROWID;

-- Players who are not pinged in a match.
CREATE TABLE mutes (
    match INTEGER NOT NULL REFERENCES matches,
    person INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX mutes_by_person ON mutes (person, match);

-- Followers of matches in which they do not play, until they are told of the end.
CREATE TABLE follows (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    person INTEGER NOT NULL,
    each_move INTEGER NOT NULL CHECK (each_move IN (0, 1)), -- whether they are told of each move
    news INTEGER NOT NULL, -- the number of the last event that was news to them
    since INTEGER NOT NULL,
    untold_since INTEGER,
    UNIQUE (match, person)
) STRICT;
CREATE INDEX follows_of ON follows (person, since);
CREATE INDEX follows_untold ON follows (untold_since) WHERE untold_since IS NOT NULL;

-- What spectators expect: the move of a ply, after so many events. A later guess replaces it.
CREATE TABLE guesses (
    match INTEGER NOT NULL REFERENCES matches,
    person INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    count INTEGER NOT NULL,
    move TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, person, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX guesses_of ON guesses (person, match);

-- Messages that showed a match and still carry its buttons; `count` as in `matches.card_count`.
CREATE TABLE past_cards (
    message INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES matches,
    count INTEGER,
    is_call INTEGER NOT NULL DEFAULT 0, -- whether it was a ping, which is deleted
    is_request INTEGER NOT NULL DEFAULT 0 -- whether it was a request, which only loses its buttons
) STRICT;
CREATE INDEX past_cards_of ON past_cards (match);

-- Messages with the buttons that answer a request, until it is answered: `kind` and `number` are
-- those of the event that asked.
CREATE TABLE request_messages (
    message INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    match INTEGER NOT NULL REFERENCES matches,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL
) STRICT;
CREATE INDEX request_messages_of ON request_messages (match);

-- Matches whose cards still name a person who is forgotten.
CREATE TABLE cards_to_redraw (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches
) STRICT;

-- Records of other matches that a person looks back on, for some days; only they see them.
CREATE TABLE imports (
    id INTEGER PRIMARY KEY, -- the request by which it came
    person INTEGER NOT NULL,
    record TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT;
CREATE INDEX imports_of ON imports (person, id);
CREATE INDEX imports_made ON imports (made);

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY,
    challenger INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    opponent INTEGER REFERENCES people ON UPDATE CASCADE,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    seat TEXT NOT NULL,
    pace TEXT,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    explore INTEGER NOT NULL DEFAULT 1 CHECK (explore IN (0, 1)),
    -- Whether it is to two matches at once, one from each side.
    both_sides INTEGER NOT NULL DEFAULT 0 CHECK (both_sides IN (0, 1)),
    ladder INTEGER REFERENCES ladders,
    server INTEGER,
    channel INTEGER NOT NULL,
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    state TEXT NOT NULL,
    match INTEGER REFERENCES matches,
    -- A standing challenge is offered again whenever it is accepted: so many matches that came of
    -- it may go on at once (NULL: it is accepted once). Each acceptance makes a row of its own;
    -- `anew_of` is the number of the first one, which was made by hand, since it was accepted.
    at_once INTEGER CHECK (at_once BETWEEN 1 AND 10),
    anew_of INTEGER,
    -- Whether the card of an open challenge offers to play the computer, since nobody accepted.
    offers_computer INTEGER NOT NULL DEFAULT 0 CHECK (offers_computer IN (0, 1)),
    card_channel INTEGER,
    card_message INTEGER,
    untold_since INTEGER,
    request INTEGER -- as in `events`
) STRICT;
CREATE INDEX challenges_of ON challenges (challenger, state);
CREATE INDEX challenges_to ON challenges (opponent, state);
CREATE INDEX challenges_pending ON challenges (expires) WHERE state = 'pending';
CREATE INDEX challenges_settled ON challenges (expires)
WHERE state IN ('withdrawn', 'declined', 'expired', 'countered');
CREATE INDEX challenges_untold ON challenges (untold_since) WHERE untold_since IS NOT NULL;
CREATE UNIQUE INDEX challenges_by_request ON challenges (request) WHERE request IS NOT NULL;
CREATE INDEX challenges_of_ladders ON challenges (opponent)
WHERE ladder IS NOT NULL AND state = 'pending';
-- The open challenges of a server, the last first.
CREATE INDEX challenges_open ON challenges
(server, made, id, game, channel, challenger, state, expires)
WHERE opponent IS NULL AND state IN ('pending', 'resting');
-- A standing challenge is offered once at a time, however many accept it at the same moment.
CREATE UNIQUE INDEX challenges_anew ON challenges (anew_of)
WHERE anew_of IS NOT NULL AND state IN ('pending', 'resting');
-- A person's latest challenges by hand: a standing one may have been accepted thousands of times.
CREATE INDEX challenges_made_by ON challenges (challenger, made, id, opponent, state)
WHERE anew_of IS NULL;

-- Ratings; live matches are rated apart: "ringo live" is a game of its own here.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_of ON ratings (person);
-- For the first page of the leaderboard everywhere, without reading everybody's rating.
CREATE INDEX ratings_by_rating ON ratings
(game, rating DESC, person, deviation, volatility, at);

-- How each rated match changed ratings, in the order in which it did.
CREATE TABLE rating_changes (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    person INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    rating_before REAL NOT NULL,
    deviation_before REAL NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    UNIQUE (match, side)
) STRICT;
CREATE INDEX rating_changes_of ON rating_changes (person, game, at, id, rating, deviation);

-- The computer's reviews of finished matches, as the computer writes them.
CREATE TABLE reviews (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches,
    text TEXT NOT NULL,
    made INTEGER NOT NULL,
    searched INTEGER NOT NULL DEFAULT 0 CHECK (searched IN (0, 1)) -- for puzzles
) STRICT;
CREATE INDEX reviews_to_search ON reviews (match) WHERE searched = 0;

-- Puzzles found in reviewed matches, as the computer writes them.
CREATE TABLE match_puzzles (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL,
    game TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (match, ply)
) STRICT;
CREATE INDEX match_puzzles_of_game ON match_puzzles (game);

-- How a puzzle first ended for a person: solved, or with its solution shown, after which solving it
-- counts for nothing.
CREATE TABLE puzzles_done (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (person, game, puzzle)
) STRICT, WITHOUT ROWID;

-- A person's first answer to a puzzle: right or wrong, or NULL if a hint came before it.
CREATE TABLE puzzle_tries (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    was_right INTEGER CHECK (was_right IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (person, game, puzzle)
) STRICT, WITHOUT ROWID;

-- Ratings by first answers: of the people who solve puzzles, and of the puzzles.
CREATE TABLE puzzle_solvers (
    person INTEGER NOT NULL PRIMARY KEY,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    tries INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE puzzle_ratings (
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;

-- A person's present or last rush: the puzzles shown so far, the last one being the present one.
CREATE TABLE puzzle_rushes (
    person INTEGER NOT NULL PRIMARY KEY,
    run INTEGER NOT NULL,
    server INTEGER,
    game TEXT,
    puzzles TEXT NOT NULL,
    solved INTEGER NOT NULL DEFAULT 0,
    mistakes INTEGER NOT NULL DEFAULT 0,
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))
) STRICT;

-- The most that a person has solved in a rush of a game ('': of all), in a server (0: elsewhere).
CREATE TABLE rush_bests (
    person INTEGER NOT NULL,
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    solved INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, server, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rush_bests_of_server ON rush_bests (server, game, solved);

-- Where a puzzle is posted every day.
CREATE TABLE daily_puzzles (
    server INTEGER NOT NULL PRIMARY KEY,
    channel INTEGER NOT NULL,
    game TEXT, -- NULL: any
    person INTEGER, -- who wished it; NULL for a person who is forgotten
    due INTEGER NOT NULL, -- when the next one is posted
    posted INTEGER NOT NULL DEFAULT 0,
    -- Whether posting the next one was tried, so that it may be there already.
    tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1))
) STRICT;
CREATE INDEX daily_puzzles_due ON daily_puzzles (due);

-- The puzzle of each day: of a `chosen` game, or of all games (''). All servers have the same one.
CREATE TABLE puzzles_of_days (
    day INTEGER NOT NULL,
    chosen TEXT NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    PRIMARY KEY (day, chosen)
) STRICT, WITHOUT ROWID;

-- The puzzle of a day in a server, by the number of the day.
CREATE TABLE daily_posts (
    server INTEGER NOT NULL,
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER, -- NULL until it is known
    results INTEGER NOT NULL DEFAULT 0, -- counts what happened that the post has to tell
    shown INTEGER NOT NULL DEFAULT 0, -- how much of it the post tells
    edited INTEGER NOT NULL, -- when it was last written
    PRIMARY KEY (server, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_posts_to_edit ON daily_posts (edited)
WHERE results > shown AND message IS NOT NULL;

-- Who tried the puzzle of a day in a server, and with what success. A person who was on vacation
-- has a row too, so that no streak ends.
CREATE TABLE daily_players (
    person INTEGER NOT NULL,
    server INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tried INTEGER NOT NULL CHECK (tried IN (0, 1)),
    solved INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)),
    at_first INTEGER NOT NULL DEFAULT 0 CHECK (at_first IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (person, day, server)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_players_of_server ON daily_players (server, day);

-- The last week of which a server was told, by the number of its first day.
CREATE TABLE digests (
    server INTEGER NOT NULL PRIMARY KEY,
    week INTEGER NOT NULL,
    tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1)) -- the message may be there already
) STRICT;

-- Leagues and cups of servers.
CREATE TABLE contests (
    id INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    number INTEGER NOT NULL,
    season INTEGER NOT NULL,
    form TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    organiser INTEGER,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    both_sides INTEGER NOT NULL CHECK (both_sides IN (0, 1)),
    at_once INTEGER,
    division INTEGER NOT NULL,
    most INTEGER NOT NULL,
    weeks INTEGER NOT NULL,
    series INTEGER NOT NULL CHECK (series IN (0, 1)),
    previous INTEGER REFERENCES contests,
    opened INTEGER NOT NULL,
    begins INTEGER,
    waited INTEGER NOT NULL DEFAULT 0 CHECK (waited IN (0, 1)),
    started INTEGER,
    ends INTEGER,
    ended INTEGER,
    rounds INTEGER NOT NULL DEFAULT 1,
    closed INTEGER NOT NULL DEFAULT 0,
    due INTEGER, -- when something is to be done about one that is open or running
    request INTEGER UNIQUE,
    version INTEGER NOT NULL DEFAULT 1, -- counts its changes
    shown INTEGER NOT NULL DEFAULT 0, -- the version that its card shows
    card_channel INTEGER,
    card_message INTEGER,
    -- What is still to be told in its channel, since when, how much was told before, and whether it
    -- was tried, so that it may be there already; and when the next daily line may be told.
    news TEXT,
    news_since INTEGER,
    told INTEGER NOT NULL DEFAULT 0,
    tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1)),
    line_due INTEGER,
    line_since INTEGER,
    -- The scheduled event in Discord, and what it says.
    scheduled INTEGER,
    scheduled_as TEXT NOT NULL DEFAULT '',
    UNIQUE (server, number)
) STRICT;
CREATE INDEX contests_due ON contests (due) WHERE due IS NOT NULL;
CREATE INDEX contests_to_show ON contests (id) WHERE shown < version OR news IS NOT NULL;
CREATE INDEX contests_of ON contests (server, state);
CREATE INDEX contests_by_line ON contests (line_due) WHERE line_due IS NOT NULL;

-- The entrants of a contest. From the beginning on each has a number, by strength, and a division.
CREATE TABLE contest_entrants (
    contest INTEGER NOT NULL REFERENCES contests,
    person INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    joined INTEGER NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)), -- left before the beginning
    number INTEGER,
    division INTEGER NOT NULL DEFAULT 0,
    at_once INTEGER,
    out TEXT, -- why they are out
    out_since INTEGER, -- the round
    place INTEGER,
    -- Vacation: since when, how much was used before, and whether it is used up.
    away_since INTEGER,
    away_used INTEGER NOT NULL DEFAULT 0,
    used_up INTEGER NOT NULL DEFAULT 0 CHECK (used_up IN (0, 1)),
    PRIMARY KEY (contest, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX contest_entrants_of ON contest_entrants (person, contest);
CREATE INDEX contest_entrants_away ON contest_entrants (away_since) WHERE away_since IS NOT NULL;

-- The games of contests that have begun; without a match, one that was drawn at once.
CREATE TABLE contest_games (
    contest INTEGER NOT NULL REFERENCES contests,
    round INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    leg INTEGER NOT NULL,
    match INTEGER UNIQUE REFERENCES matches,
    PRIMARY KEY (contest, round, first, second, leg)
) STRICT, WITHOUT ROWID;

-- The ladders of servers, one for each game.
CREATE TABLE ladders (
    id INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    count INTEGER NOT NULL DEFAULT 0, -- the number of its events
    state TEXT NOT NULL, -- a copy of what the events say
    due INTEGER, -- when somebody goes down for not playing, if nothing else happens
    left INTEGER, -- when the bot left the server, if it did
    shown INTEGER NOT NULL DEFAULT 0, -- the number of events that the card shows
    card_channel INTEGER,
    card_message INTEGER,
    UNIQUE (server, game)
) STRICT;
CREATE INDEX ladders_by_due ON ladders (due) WHERE due IS NOT NULL;
CREATE INDEX ladders_to_show ON ladders (id) WHERE card_message IS NOT NULL AND shown < count;

CREATE TABLE ladder_events (
    ladder INTEGER NOT NULL REFERENCES ladders,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people ON UPDATE CASCADE,
    other INTEGER REFERENCES people ON UPDATE CASCADE,
    challenge INTEGER,
    PRIMARY KEY (ladder, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX ladder_events_by ON ladder_events (person, ladder);
CREATE INDEX ladder_events_with ON ladder_events (other, ladder) WHERE other IS NOT NULL;
