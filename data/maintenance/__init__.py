"""Maintenance of the database file by hosts: backup, check, repair; see `python -m data`."""
