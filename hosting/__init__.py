"""The running of a program: its start, its checks, its health and its metrics."""
