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

-- Whether a message that is past was such a request, which then only loses its buttons.
ALTER TABLE past_cards ADD COLUMN is_request INTEGER NOT NULL DEFAULT 0;
