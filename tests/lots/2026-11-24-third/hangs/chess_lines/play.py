"""Play against an engine; what comes from it is waited for with select."""

import os
import select
import subprocess
import sys
import threading
import time
import gauges

HERE = os.path.dirname(os.path.abspath(__file__))


class Engine:
    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "engine.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.depths = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def lines(self):
        while True:
            ready, _, _ = select.select([self.process.stdout], [], [])
            if ready:
                yield self.process.stdout.readline().split()

    @gauges.counted
    def best(self, move):
        self.process.stdin.write(f"move {move}\n")
        self.process.stdin.flush()
        for word, *rest in self.lines():
            if word == "info":
                self.depths.append(rest)
            elif word == "best":
                return rest[0]


def clock():
    while True:
        time.sleep(1)
        print("tick", flush=True)


def main():
    threading.Thread(target=clock, name="clock", daemon=True).start()
    with Engine() as engine:
        for move in ("e2e4", "g1f3"):
            print(move, engine.best(move), flush=True)


if __name__ == "__main__":
    with gauges.running():
        main()
