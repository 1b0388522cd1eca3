"""What messages show: cards, pages, their words, buttons and pictures."""
