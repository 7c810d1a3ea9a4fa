"""Imports and builds that failed: what is installed, what the loader finds, what is missing."""
