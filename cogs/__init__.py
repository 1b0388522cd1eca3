"""Commands, and what buttons, selects and modals do; every module with a `setup` is loaded."""
