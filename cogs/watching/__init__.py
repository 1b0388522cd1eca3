"""Looking back: records, leaderboards, profiles."""
