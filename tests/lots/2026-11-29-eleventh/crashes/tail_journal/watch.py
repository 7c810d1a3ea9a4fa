"""Watches how hot the machine was; the journal is mapped anew each second."""

import os
import tempfile
import time

from journal import Reader, Writer
from machine import Machine


def watch(path, looks):
    reader = Reader(path)
    for look in range(looks):
        print(look, reader.hottest()[:3], flush=True)
        time.sleep(0.1)
        if look % 10 == 9:
            reader.close()
            reader = Reader(path)
    reader.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "journal")
        machine = Machine(Writer(path, 8000), seconds=6)
        machine.start()
        time.sleep(0.2)
        watch(path, 40)
        machine.join()


if __name__ == "__main__":
    main()
