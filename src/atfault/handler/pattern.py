"""kernel.core_pattern: what the kernel makes of it, done here for whoever stood there before.

    |/usr/share/apport/apport -p%p -s%s       a program: split at spaces, then each word filled in
    core.%p, /var/cores/%e.%t                 a file: of the working folder, or of the root, of the
                                              process
    @/run/coredump.socket                     a socket (Linux 6.16): cannot be passed on

See format_corename in fs/coredump.c.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_PATTERN = 127
"""Bytes that the kernel keeps."""
OURS = " -I -m atfault.handler "
ASKED = "%P %I %s %u %g %d %c %t %h"
"""What we have the kernel tell us: numbers, and last the name of the host, whatever it holds."""
_SPECIFIER = re.compile("%(.?)", re.DOTALL)


class Values(NamedTuple):
    """What the specifiers of a pattern stand for."""

    numbers: dict[str, int]
    """Of P I p i s u g d c t and, where that is open, F."""
    host: str
    comm: str
    program: str
    """The path of the executable; "" where that cannot be told."""

    def text(self, letter: str) -> str:
        """For one specifier; "" for one that there is not, as the kernel has it."""
        if letter in self.numbers:
            return str(self.numbers[letter])
        known = {
            "%": "%",
            "h": self.host,
            "e": self.comm,
            "f": self.program.rpartition("/")[2] or self.comm,
            "E": self.program or f"{self.comm} (path unknown)",
        }
        return known.get(letter, "")


def our_pattern(python: str) -> str:
    """The pattern that has the kernel call us."""
    return f"|{python}{OURS}{ASKED}"


def is_ours(pattern: str) -> bool:
    return pattern.startswith("|") and OURS in pattern


def command_of(pattern: str, values: Values) -> list[str]:
    """The program of a pattern that begins with "|", and its arguments; [] for none."""
    return [
        _SPECIFIER.sub(lambda match: values.text(match[1]), word) for word in pattern[1:].split()
    ]


def file_of(pattern: str, values: Values, uses_pid: bool) -> str:
    """The file of any other pattern; "" for none. No value leads into another folder."""
    name = _SPECIFIER.sub(lambda match: _in_name(values.text(match[1])), pattern)
    if uses_pid and "%p" not in pattern:
        name += f".{values.numbers['p']}"
    return name


def _in_name(text: str) -> str:
    text = text.replace("/", "!").replace("\0", "")
    return text.replace(".", "!", 1) if text in (".", "..") else text
