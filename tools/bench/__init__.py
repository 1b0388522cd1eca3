"""Benchmarks; each compares with an alternative in the same run."""
