-- The language of somebody's Discord when they were last seen, for what they are told in private
-- without having asked; unknown for who was last seen before.
ALTER TABLE people ADD COLUMN locale TEXT;
