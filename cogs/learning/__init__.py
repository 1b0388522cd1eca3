"""What teaches people the games: help, rules, a board to try."""
