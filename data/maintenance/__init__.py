"""What hosts do with the file: copy it, check it, put it right; `python -m data` is the door."""
