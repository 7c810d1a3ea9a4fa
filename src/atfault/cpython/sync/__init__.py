"""Locks, waits, holders and asyncio tasks, in Python's terms."""
