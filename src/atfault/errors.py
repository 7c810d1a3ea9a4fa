"""What can go wrong, as a tree.

    AtfaultError                 base; the message is one line: what, where, what to do next
    ├── UsageError               the command line asks for something impossible          exit 2
    ├── UnsupportedMachine       not on this system, processor or C library              exit 2
    ├── InputError               the input cannot be read at all                         exit 2
    │   ├── FormatError          bytes that are not what their header says
    │   ├── UnsupportedInput     a valid input of a kind that we do not handle
    │   └── AccessError          the system refuses (permission, ptrace, missing file)
    ├── CannotWatch          the system lets us start nothing; the program was not run    exit 2
    ├── NoProcessState           readable, but no process state could be found in it     exit 1
    └── MemoryFault              an address in the target cannot be read (never leaves the walkers)

`cli.main` alone catches `AtfaultError` and turns it into one line and an exit code.
"""

from __future__ import annotations


class AtfaultError(Exception):
    """Base of all errors raised on purpose; `str(error)` is a single line for the user."""

    exit_code = 2


class UsageError(AtfaultError):
    """The command line asks for something that cannot be done."""


class UnsupportedMachine(AtfaultError):
    """What this command does is not done on this machine (arch.host says where it is)."""


class InputError(AtfaultError):
    """The input cannot be read at all."""


class FormatError(InputError):
    """Bytes are not what their header promises. `offset` is a byte offset in the input, or None."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message if offset is None else f"{message} (at byte {offset:#x})")
        self.offset = offset


class UnsupportedInput(InputError):
    """The input is well formed but of a kind that is not handled (architecture, class, format)."""


class AccessError(InputError):
    """The operating system refuses access to a file or a process."""


class CannotWatch(AtfaultError):
    """What it takes to watch a program cannot be had (descriptors, processes, memory). The program
    was not started, and this process is still what it was."""


class NoProcessState(AtfaultError):
    """The input could be read, but there is no process state in it."""

    exit_code = 1


class MemoryFault(AtfaultError):
    """`size` bytes at `address` of the target cannot be read.

    Raised by every `Memory`; walkers catch it and turn it into a stop reason or an `Absent`.
    lacking: the target has memory there, but the snapshot does not hold it. Nothing is proven then
    of whatever leads to that address.
    """

    def __init__(
        self, address: int, size: int = 1, why: str = "not readable", *, lacking: bool = False
    ) -> None:
        super().__init__(f"{size} bytes at {address:#x}: {why}")
        self.address = address
        self.size = size
        self.lacking = lacking
