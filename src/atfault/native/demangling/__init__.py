"""Linkage names → names for people; `demangle` is the way in."""
