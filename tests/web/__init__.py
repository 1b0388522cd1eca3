"""The board in a browser: its doors, its states, and the verbs that it shares with the cards."""
