"""Booking offices, each a process, lock one record of a shared file at a time (fcntl.lockf)."""

import contextlib
import fcntl
import os
import struct
import tempfile
import time

ROW = struct.Struct("<II")
ROWS = 4


@contextlib.contextmanager
def record(file, row):
    fcntl.lockf(file, fcntl.LOCK_EX, ROW.size, row * ROW.size)
    try:
        file.seek(row * ROW.size)
        yield ROW.unpack(file.read(ROW.size))
    finally:
        fcntl.lockf(file, fcntl.LOCK_UN, ROW.size, row * ROW.size)


def office(number, path):
    with open(path, "r+b", buffering=0) as file:
        for turn in range(60):
            row = turn % ROWS
            with record(file, row) as (sold, money):
                time.sleep(4)
                file.seek(row * ROW.size)
                file.write(ROW.pack(sold + 1, money + 12))
            print("office", number, "sold one of row", row, flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "seats")
        with open(path, "wb") as file:
            file.write(bytes(ROWS * ROW.size))
        children = []
        for number in range(3):
            pid = os.fork()
            if pid == 0:
                office(number, path)
                os._exit(0)
            children.append(pid)
        for pid in children:
            os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
