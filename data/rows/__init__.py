"""Rows of the database as values, and values as rows: what is written is named by its column."""
