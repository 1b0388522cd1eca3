"""Commands, and the handlers of buttons, selects and modals; modules with a `setup` are loaded."""
