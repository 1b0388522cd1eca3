"""The practice channel: the bot in a simulated Discord, shown in a browser."""
