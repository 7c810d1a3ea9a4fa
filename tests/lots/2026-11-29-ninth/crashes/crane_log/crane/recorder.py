"""The recorder, by cffi."""

import cffi

DECLARED = """
struct entry { int kind; int count; double loads[]; };
int recorder_start(long size);
int recorder_add(int kind, int count, const double *loads);
struct entry *recorder_entry(int number);
"""


class Recorder:
    def __init__(self, path, size=1 << 16):
        self.ffi = cffi.FFI()
        self.ffi.cdef(DECLARED)
        self.library = self.ffi.dlopen(path)
        if self.library.recorder_start(size):
            raise MemoryError

    def add(self, loads):
        return self.library.recorder_add(1, len(loads), self.ffi.new("double[]", loads))

    def add_steady(self, load, count):
        return self.library.recorder_add(2, count, self.ffi.new("double[]", [load]))

    def loads(self, number):
        """The loads of an entry, or None after the last one."""
        entry = self.library.recorder_entry(number)
        if not entry:
            return None
        return self.ffi.unpack(entry.loads, entry.count)

    def __iter__(self):
        number = 0
        while (found := self.loads(number)) is not None:
            yield found
            number += 1
