"""What messages show: cards and pages with their words, buttons and pictures."""
