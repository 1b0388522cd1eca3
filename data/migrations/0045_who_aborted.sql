-- The side that aborted a match; NULL: its time ran out.
ALTER TABLE matches ADD COLUMN aborted_by INTEGER CHECK (aborted_by IN (0, 1));
UPDATE matches SET aborted_by = (
    SELECT side FROM events WHERE events.match = matches.id AND kind = 'abort'
) WHERE how = 'abort';
