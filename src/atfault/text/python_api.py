"""Errors of C code about the interpreter's own functions: which function, which Python.

draw.c:40326:70: error: too few arguments to function call, expected 6, have 5
/…/include/python3.13/cpython/longobject.h:111:17: note: '_PyLong_AsByteArray' declared here

gcc names the function in the error itself, clang in the note alone.
"""

import re
from collections.abc import Sequence

from atfault.text.lines import LogLine

NOTE_BELOW = 14
NAMED_ABOVE, NAMED_BELOW = 60, 20
_ARGUMENTS = re.compile(r"error: too (?:few|many) arguments to function call")
_DECLARED = re.compile(
    r"include[/\\][Pp]ython[^:]{0,400}:\d{1,7}:\d{1,5}: note: '(?P<name>_?Py\w{1,200})' declared"
)
_PYTHON = re.compile(r"(?:include[/\\]python(?P<of>3\.\d{1,2})|\bcpython-3(?P<minor>\d{1,2})\b)")


def python_function(lines: Sequence[LogLine], at: int) -> str:
    """The function of the interpreter's that an error is about by the note below it; "" for any
    other error."""
    if not _ARGUMENTS.search(lines[at].text):
        return ""
    for line in lines[at + 1 : at + NOTE_BELOW]:
        if ": error: " in line.text:
            break
        if (match := _DECLARED.search(line.text)) is not None:
            return match["name"]
    return ""


def python_named(lines: Sequence[LogLine], at: int) -> str:
    """The Python that is built for, by the folders that are named round line `at`: "3.13"."""
    above = lines[max(0, at - NAMED_ABOVE) : at + 1][::-1]
    for line in (*above, *lines[at + 1 : at + NAMED_BELOW]):
        if (match := _PYTHON.search(line.text)) is not None:
            return match["of"] or f"3.{match['minor']}"
    return ""
