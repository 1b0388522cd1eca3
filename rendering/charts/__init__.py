"""The charts: a match's evaluation curve, leaderboards and profiles."""
