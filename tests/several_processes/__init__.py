"""Several processes of the bot on one database, killed and cut off at random."""
