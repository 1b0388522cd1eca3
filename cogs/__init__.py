"""What is said in Discord: commands, cards and buttons; every module with a `setup` is loaded."""
