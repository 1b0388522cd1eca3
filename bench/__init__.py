"""Benchmarks: what is measured, side by side with the alternative, in one run."""
