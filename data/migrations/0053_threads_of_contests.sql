-- The thread in which the matches of a contest begin, made from its card, and the last of these that
-- its lists there have named. What has begun before goes on in the channel.
ALTER TABLE contests ADD COLUMN thread INTEGER;
ALTER TABLE contests ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
