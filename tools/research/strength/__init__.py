"""The strength of the computer: its series of games, and the players it is measured against."""
