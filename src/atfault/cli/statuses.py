"""Exit statuses, and how the help explains them."""

from __future__ import annotations

OK = 0
NO_STATE = 1
RACE = 1
"""Of `stress --check`."""
WRONG_USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
"""Who read our output went away: 128 + SIGPIPE, as a shell says of other programs."""

MADE = (str(OK), "a report was made, whatever it found")
NOTHING = (str(NO_STATE), "the input could be read, but there is no process in it")
USAGE = (
    str(WRONG_USAGE),
    "wrong usage, an input that cannot be read or a file that cannot be written: one line on "
    "standard error says which",
)
