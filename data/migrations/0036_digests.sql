-- The last week of which a server was told, by the number of its first day; `tried` means that the
-- message may be there already.
CREATE TABLE digests (
    server INTEGER NOT NULL PRIMARY KEY,
    week INTEGER NOT NULL,
    tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1))
) STRICT;

-- What ended in a server within a week.
CREATE INDEX matches_ended_in_server ON matches (server, ended)
WHERE ended IS NOT NULL AND server IS NOT NULL;
