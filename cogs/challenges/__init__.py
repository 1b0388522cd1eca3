"""Challenges: offered, answered, withdrawn, told."""
