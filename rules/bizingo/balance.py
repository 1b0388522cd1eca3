"""How Bizingo's test games between equals ended, by what was chosen for them.

`python -m opponent balance bizingo --all --write` plays them and writes this.
"""

from rules.balance import Table

COUNTED: Table = {}
