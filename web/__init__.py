"""The board in a browser: what its pages are sent, and what they may ask."""
