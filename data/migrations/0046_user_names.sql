-- The user name in Discord, which tells apart people of the same name; NULL until they are met again.
ALTER TABLE people ADD COLUMN user_name TEXT;
