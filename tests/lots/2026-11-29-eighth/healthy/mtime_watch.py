"""Watches a file by its time, twice a second; a thread writes it every eight seconds."""

import os
import tempfile
import threading
import time


def writer(path):
    for number in range(100):
        time.sleep(8)
        with open(path, "w") as file:
            file.write(f"version {number}")


def changes(path):
    last = os.stat(path).st_mtime_ns
    while True:
        now = os.stat(path).st_mtime_ns
        if now != last:
            last = now
            yield path
        time.sleep(0.5)


if __name__ == "__main__":
    with tempfile.NamedTemporaryFile("w") as settings:
        threading.Thread(target=writer, args=[settings.name], daemon=True, name="writer").start()
        for path in changes(settings.name):
            print(open(path).read(), flush=True)
