-- What the computer found in finished matches, as the computer writes it; worked out once.
CREATE TABLE reviews (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches,
    text TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT;
