"""The search for puzzles in games of self-play."""
