"""Leagues, cups and ladders: schedules, tables, places and ends; pure."""
