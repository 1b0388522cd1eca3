"""Leagues, cups and ladders: who plays whom next, tables, places and ends; pure."""
