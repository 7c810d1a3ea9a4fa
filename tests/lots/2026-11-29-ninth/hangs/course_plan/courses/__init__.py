"""Courses of a school, and in which order they can be taken."""
