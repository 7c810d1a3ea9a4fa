"""A helper that makes thumbnails; it is started once and stays."""

import subprocess
import sys

HELPER = """
import sys, time
for line in sys.stdin:
    time.sleep(0.01)
    print("thumbnail of", line.strip(), flush=True)
"""


class Thumbnails:
    def __init__(self):
        self.helper = None

    def start(self):
        if self.helper is None:
            self.helper = subprocess.Popen(
                [sys.executable, "-c", HELPER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                close_fds=False,
            )

    def make(self, name):
        self.start()
        self.helper.stdin.write(name + "\n")
        self.helper.stdin.flush()
        return self.helper.stdout.readline().strip()

    def close(self):
        if self.helper:
            self.helper.stdin.close()
            self.helper.wait()
