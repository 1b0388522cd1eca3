"""What a page shows of any board, as data: the same from a bot's server and in a browser alone."""
