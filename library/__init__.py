"""The parts of the games' library, `parlour-rules`, besides the games themselves."""
