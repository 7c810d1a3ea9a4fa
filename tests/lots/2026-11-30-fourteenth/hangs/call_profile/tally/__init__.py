"""Counts calls and the time they take, for programs with threads."""

from .recorder import Recorder

__all__ = ["Recorder"]
