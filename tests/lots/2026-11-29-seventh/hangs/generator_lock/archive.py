"""An archive of letters in one file, which is read by one at a time."""

import contextlib
import functools
import io
import threading


def counted(method):
    @functools.wraps(method)
    def wrapper(self, *arguments):
        self.calls[method.__name__] = self.calls.get(method.__name__, 0) + 1
        return method(self, *arguments)

    return wrapper


class Archive:
    def __init__(self, letters):
        self.file = io.StringIO("\n".join(letters))
        self.access = threading.Lock()
        self.calls = {}

    @contextlib.contextmanager
    def rewound(self):
        with self.access:
            self.file.seek(0)
            yield self.file

    def letters(self):
        with self.rewound() as file:
            for line in file:
                yield line.rstrip()

    @counted
    def newest(self):
        return next(self.letters())

    @counted
    def preview(self):
        """The first letter, and what gives the others when somebody wants to see more."""
        more = self.letters()
        return next(more), more

    @counted
    def search(self, word):
        return [letter for letter in self.letters() if word in letter]
