"""A ledger in a file: records of fixed length, each of which can be locked by itself."""

import contextlib
import fcntl
import os
import struct

RECORD = struct.Struct("<16sqq")  # name, balance, number of changes


class Ledger:
    """One open file each; the locks are of the open file (not of the process)."""

    def __init__(self, path):
        self.file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def _lock(self, kind, number):
        area = struct.pack("hhqqi4x", kind, os.SEEK_SET, number * RECORD.size, RECORD.size, 0)
        fcntl.fcntl(self.file, fcntl.F_OFD_SETLKW, area)

    @contextlib.contextmanager
    def record(self, number):
        self._lock(fcntl.F_WRLCK, number)
        try:
            data = os.pread(self.file, RECORD.size, number * RECORD.size)
            row = Row(*RECORD.unpack(data.ljust(RECORD.size, b"\0")))
            yield row
            os.pwrite(self.file, RECORD.pack(row.name, row.balance, row.changes), number * RECORD.size)
        finally:
            self._lock(fcntl.F_UNLCK, number)

    def close(self):
        os.close(self.file)


class Row:
    def __init__(self, name, balance, changes):
        self.name = name
        self.balance = balance
        self.changes = changes

    def add(self, amount):
        self.balance += amount
        self.changes += 1
