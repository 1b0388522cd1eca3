"""Leagues and cups: who plays whom next, tables, places and ends; pure."""
