"""The life of a match, pure: a match is the fold of its events.

The verbs of `match.verbs` decide and give an event, or raise `Refusal`; `Match.after` folds it in.
"""
