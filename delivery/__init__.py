"""How events reach people: cards, threads, direct messages, reminders, recovery after a stop."""
