-- In a match without a clock the player to move is warned after 48 of the 60 days after which it
-- may be claimed: that is its alarm. Whoever has waited for longer already is warned now, and then
-- has the other twelve days as well; "now" is when the bot was last alive.
UPDATE matches
SET given = given + MAX(
    0, COALESCE((SELECT at FROM pulse), 0) - (since + given + 48 * 86400000000)
)
WHERE ended IS NULL AND pace IS NULL AND computer IS NULL;

UPDATE matches SET alarm = since + given + 48 * 86400000000
WHERE ended IS NULL AND pace IS NULL AND computer IS NULL;
