"""Record what a program shows at a terminal, with times: python cast.py [PROGRAM...]"""

import json
import os
import signal
import sys
import time

import ptyprocess

HERE = os.path.dirname(os.path.abspath(__file__))


class Cast:
    def __init__(self, rows=24, columns=80):
        self.size = rows, columns
        self.frames = []
        self.started = time.monotonic()

    def add(self, text):
        self.frames.append((round(time.monotonic() - self.started, 3), "o", text))

    def dump(self, target):
        json.dump({"version": 2, "height": self.size[0], "width": self.size[1]}, target)
        for frame in self.frames:
            target.write("\n" + json.dumps(frame))


def record(command):
    cast = Cast()
    process = ptyprocess.PtyProcessUnicode.spawn(command, dimensions=cast.size)

    def leave(number, frame):
        process.terminate(force=True)
        sys.exit(1)

    signal.signal(signal.SIGTERM, leave)
    while True:
        try:
            cast.add(process.read(1024))
        except EOFError:
            break
    process.wait()
    return cast


def main(command):
    cast = record(command or [sys.executable, os.path.join(HERE, "menu.py")])
    print(len(cast.frames), "frames", flush=True)
    cast.dump(sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
