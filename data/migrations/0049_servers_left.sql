-- The servers that the bot has left: an hour later what is stored of them is forgotten.
CREATE TABLE servers_left (
    server INTEGER PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT;
