"""A fifth game in full, as an example: a race along a line, and where each of its files goes."""

PLACES = {
    "rules": "rules/dash",
    "rendering.py": "rendering/dash.py",
    "text.md": "rulebook/en/dash.md",
    "check_rules.py": "tests/rules/test_dash.py",
    "check_bot.py": "tests/cogs/test_dash.py",
}
"""Where the files of this folder go in the project; nothing else is touched.

The last of them is there only to show that it works: what the bot does with a game is tested with
all the others."""
