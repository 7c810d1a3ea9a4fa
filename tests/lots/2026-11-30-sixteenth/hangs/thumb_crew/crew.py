import os

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))

ffi = cffi.FFI()
with open(os.path.join(HERE, "crew.h"), encoding="utf-8") as header:
    ffi.cdef(header.read())
lib = ffi.dlopen(os.path.join(HERE, "libcrew.so"))


class Crew:
    """Threads of C that call functions of Python, by kind."""

    def __init__(self, threads):
        self._kinds = []
        self._callback = ffi.callback("crew_fn", self._work)
        self._crew = lib.crew_new(threads, self._callback, ffi.NULL)

    def kind(self, function):
        self._kinds.append(function)
        number = len(self._kinds) - 1
        return lambda item: lib.crew_give(self._crew, number, item)

    def _work(self, kind, number, about):
        self._kinds[kind](number)

    def end(self):
        lib.crew_end(self._crew)
