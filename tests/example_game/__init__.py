"""A complete game as an example: a race along a line, and where each of its files belongs."""

PLACES = {
    "rules": "rules/dash",
    "rendering.py": "rendering/dash.py",
    "text.md": "rulebook/en/dash.md",
    "check_rules.py": "tests/rules/test_dash.py",
    "check_bot.py": "tests/cogs/test_dash.py",
}
"""The place of each of these files in the project; no other file is changed.

The last file only demonstrates that the game works: the generic tests cover what the bot does
with any game.
"""
