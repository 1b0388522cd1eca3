"""How what happened is told in the chat, once, whatever fails."""
