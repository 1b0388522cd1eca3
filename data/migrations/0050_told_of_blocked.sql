-- The contests of which somebody was told that whom they have blocked joined them, a list in JSON.
ALTER TABLE blocks ADD COLUMN told TEXT NOT NULL DEFAULT '[]';
-- What runs began before anybody was told.
UPDATE blocks SET told = (SELECT json_group_array(id) FROM contests WHERE state = 'running');
