-- Of a turn's reminders, how many are past: there are two now.
ALTER TABLE matches ADD COLUMN reminders INTEGER NOT NULL DEFAULT 0
CHECK (reminders BETWEEN 0 AND 2);
UPDATE matches SET reminders = 1 WHERE reminded = 1;
ALTER TABLE matches DROP COLUMN reminded;
ALTER TABLE matches RENAME COLUMN reminders TO reminded;

-- After the first reminder the clock comes for the second one, when a twentieth of the time is left.
UPDATE matches
SET alarm = deadline - CASE turn WHEN 0 THEN first_bank ELSE second_bank END / 20
WHERE alarm IS NOT NULL AND reminded = 1;

-- When the quiet hours begin and end in which somebody is now, or else their next ones, and when
-- the last ones ended. It follows from their settings.
CREATE TABLE quiet_hours (
    person INTEGER NOT NULL PRIMARY KEY,
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX quiet_hours_by_begin ON quiet_hours (begins);
CREATE INDEX quiet_hours_by_end ON quiet_hours (ends);

-- Who takes no direct messages, until they use the bot again.
CREATE TABLE closed_letters (
    person INTEGER NOT NULL PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who is not called in which match.
CREATE TABLE mutes (
    match INTEGER NOT NULL REFERENCES matches,
    person INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (match, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX mutes_by_person ON mutes (person, match);
