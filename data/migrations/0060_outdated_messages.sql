-- A number is no condition in every SQL: the index of outdated messages says what it looks for.
DROP INDEX contest_messages_outdated;
CREATE INDEX contest_messages_outdated ON contest_messages (contest) WHERE outdated = 1;
