"""Marks papers of an examination in a pool of processes."""
