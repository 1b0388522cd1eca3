"""The simulated Discord of the tests: SimCord with a server, people and the bot in it."""
