"""What a user may ask of an analysis; the same for every kind of input."""

from typing import NamedTuple


class Options(NamedTuple):
    """Defaults are what the command line does without options."""

    locals: bool = True
    """Decode the values of local variables."""
    lines: bool = True
    """Look up native file:line and inlined frames (needs debug information; slower)."""
    sysroot: str | None = None
    """A folder that holds the target's files: /lib/x is read as SYSROOT/lib/x."""
    mask_secrets: bool = True
    """Replace values whose names look like secrets."""
    verbose: bool = False
    rehearsal: bool = False
    """Decode for the memory that is read for it, and nothing else: what the kernel tells of other
    processes is left out, as nobody will see it."""
    plumbing_lines: bool = True
    """Look up the lines of the interpreter's and ctypes' own functions, too, which the text for
    people shows only where a stack ends in them."""
