"""The life of a match, without any input or output: a match is the fold of its events.

The functions of `match.verbs` check what somebody wants to do and return an event, or raise
`Refusal`; `match.fold` folds the event in.
"""
