"""Research that made what the bot ships: proofs, puzzles, endgames, and measurements of play."""
