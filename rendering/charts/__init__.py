"""What is drawn besides boards: how a match went, how people stand, how somebody has fared."""
