-- What was told of a league or a cup in its channel, and in which message: what names somebody who is
-- deleted is told again without the name.
CREATE TABLE contest_messages (
    contest INTEGER NOT NULL REFERENCES contests,
    number INTEGER NOT NULL, -- how much was told before
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    news TEXT NOT NULL,
    since INTEGER NOT NULL, -- the time of which it tells
    until INTEGER NOT NULL,
    outdated INTEGER NOT NULL DEFAULT 0 CHECK (outdated IN (0, 1)),
    PRIMARY KEY (contest, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX contest_messages_outdated ON contest_messages (contest) WHERE outdated;
