"""Processes that are ranks of one job: where each of them is, and whether it stands there."""
