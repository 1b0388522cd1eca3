"""The games in a browser alone: what its worker answers the page that `web/page/` has of boards.

Nothing is kept here: a page names a board by its address and the moves made on it, and is sent what
it shows. What a browser keeps it sends along.
"""
