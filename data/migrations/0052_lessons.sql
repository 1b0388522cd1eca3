-- Which tasks of a game's lesson a person has done.
CREATE TABLE lesson_tasks (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    task INTEGER NOT NULL, -- its number in the lesson, from 1
    at INTEGER NOT NULL,
    PRIMARY KEY (person, game, task)
) STRICT, WITHOUT ROWID;
