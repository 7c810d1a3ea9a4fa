"""Passes a text through a filter and takes what comes out, line by line."""

import subprocess
import threading
import time


class Filter:
    def __init__(self, *command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def feed(self, lines):
        for line in lines:
            self.process.stdin.write(line)  # <-- here
        self.process.stdin.close()

    def __iter__(self):
        yield from self.process.stdout

    def close(self):
        self.process.stdout.close()
        return self.process.wait()


def text(lines):
    for number in range(lines):
        yield f"{number}: the quick brown fox jumps over the lazy dog\n"


def spinner():
    while True:
        for sign in "-\\|/":
            print(sign, end="\b", flush=True)
            time.sleep(0.3)


threading.Thread(target=spinner, name="spinner", daemon=True).start()
for size in (100, 1000, 10_000):
    upper = Filter("tr", "a-z", "A-Z")
    upper.feed(text(size))  # <-- here
    print(sum(map(len, upper)), "characters", flush=True)
    upper.close()
