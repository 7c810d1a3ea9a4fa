"""Programs that unpack a stream, where no module of this Python does."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

from atfault.errors import FormatError
from atfault.extras import Extra, NotInstalled

_MAX_COMPLAINT = 300


def unpacked_by_program(extra: Extra, packed: int, size: int) -> Iterator[bytes]:
    """What the extra's program makes of the file `packed`, a descriptor, from where that stands:
    pieces of up to `size` bytes.

    Raises FormatError where the program fails, behind all that it could unpack, and NotInstalled
    where it is not on PATH.
    """
    path = shutil.which(extra.program)
    if path is None:
        raise NotInstalled(extra)
    program = subprocess.Popen(
        (path, "-dc"), stdin=packed, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None and program.stderr is not None
    try:
        while piece := os.read(program.stdout.fileno(), size):
            yield piece
        complaint = program.stderr.read(_MAX_COMPLAINT).decode("utf-8", "replace")
        if program.wait():
            raise FormatError(" ".join(complaint.split()) or f"{extra.program} failed")
    finally:
        program.kill()
        program.stdout.close()
        program.stderr.close()
        program.wait()
