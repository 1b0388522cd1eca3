"""The computer as a player, and what it teaches: hints, reviews, puzzles."""
