"""Notes of the machines, formatted by the library that the machines have as well."""

import collections
import ctypes
import functools

FORMS = {
    "started": b"%s: started, by %s",
    "speed": b"%s: %d turns a minute",
    "fault": b"%s: fault %s, at part %d",
}


def counted(method):
    @functools.wraps(method)
    def wrapper(self, kind, *values):
        self.counts[kind] += 1
        return method(self, kind, *values)

    return wrapper


class Notes:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.note_format.restype = ctypes.c_char_p
        self.counts = collections.Counter()
        self.lines = []

    @counted
    def write(self, kind, *values):
        plain = [value.encode() if isinstance(value, str) else value for value in values]
        text = self.library.note_format(FORMS[kind], *plain)
        self.lines.append(text.decode())
        return self.lines[-1]
