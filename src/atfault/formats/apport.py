"""What apport keeps of a crash: /var/crash/_usr_bin_python3.12.1000.crash.

    ProblemType: Crash
    Date: Tue Nov 24 03:12:45 2026
    ExecutablePath: /usr/bin/python3.12
    ProcCmdline: python3 serve.py
    Signal: 11
    CoreDump: base64
     H4sICAAAAAAC/0NvcmVEdW1wAA==      each line: base64 of a piece of one gzip or zstd stream
     7L17fFTVtTh+…

See problem_report.py of apport. Lines are bounded.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import BinaryIO

from atfault.errors import FormatError

CORE = b"CoreDump"
MAX_LINE = 8 << 20
"""apport packs 1 MiB at a time, which grows by a third in base64."""
MAX_FIELDS = 1 << 20
"""Bytes of the fields in front of the core that are looked at."""


def read_fields(file: BinaryIO) -> dict[str, str]:
    """The fields of one line in front of the core. Raises OSError."""
    found: dict[str, str] = {}
    for line in file.read(MAX_FIELDS).split(b"\n"):
        name, colon, value = line.partition(b":")
        if name == CORE:
            break
        if colon and not line.startswith(b" "):
            found[name.decode("ascii", "replace")] = value.strip().decode("utf-8", "replace")
    return found


def core_pieces(file: BinaryIO) -> Iterator[bytes]:
    """The core, as it was packed. Raises FormatError where there is none, or it is damaged."""
    line = b""
    while not line.startswith(CORE + b":"):
        line = file.readline(MAX_LINE)
        if not line:
            raise FormatError(
                "the report holds no core: apport leaves it out where it is too large"
            )
    while (line := file.readline(MAX_LINE)).startswith(b" "):
        if len(line) == MAX_LINE:
            raise FormatError(f"a line of the core has more than {MAX_LINE >> 20} MiB")
        try:
            yield base64.b64decode(line, validate=False)
        except binascii.Error as error:
            raise FormatError(f"the core is no base64: {error}") from None
