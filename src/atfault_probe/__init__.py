"""What atfault runs inside the user's program: tiny, without dependencies, for CPython 3.8+.

Nothing here changes what the program computes.
"""
