"""Matches: their cards, and what players do in them."""
