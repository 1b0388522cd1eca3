"""What the bot does by itself, and what its host is told."""
