"""Makes scans searchable, by a helper in a process of its own."""

import contextlib
import dataclasses
import os
import subprocess
import sys
import threading
import time

HELPER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "helper.py")


class Helper(contextlib.AbstractContextManager):
    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, HELPER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait()

    def recognize(self, path):
        print(path, file=self.process.stdin, flush=True)
        return self.process.stdout.readline().strip()  # <-- here


@dataclasses.dataclass
class Archive:
    texts: dict = dataclasses.field(default_factory=dict)

    def add(self, helper, path):
        self.texts[path] = helper.recognize(path)  # <-- here

    def find(self, word):
        return [path for path, text in self.texts.items() if word in text]


def status(archive):
    while True:
        time.sleep(1)
        print(len(archive.texts), "scans", flush=True)


def main():
    archive = Archive()
    threading.Thread(target=status, args=(archive,), name="status", daemon=True).start()
    with Helper() as helper:
        for number in range(20):
            archive.add(helper, f"scan{number}.{'tiff' if number == 13 else 'png'}")
    print(archive.find("scan1"))


if __name__ == "__main__":
    main()
