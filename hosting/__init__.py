"""What runs a program: its start, its checks, its health and its metrics."""
