"""Looms of a carpet factory."""
