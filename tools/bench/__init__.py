"""Benchmarks: one for each question that is asked again after a change."""
