-- Records of matches that somebody brought along to look back on, for some days; only they see
-- them. The number is that of the request by which it came.
CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL,
    record TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT;

CREATE INDEX imports_of ON imports (person, id);
CREATE INDEX imports_made ON imports (made);
