"""A mirror that shows how somebody stands: looks at rows of the newest frame."""

import argparse
import multiprocessing
import signal
import time

import camera
from frames import HEAD, Frames


class Mirror:
    def __init__(self, rows):
        width, height = camera.LARGE
        self.frames = Frames(size=HEAD.size + width * height)
        self.frames.write(0, width, height, 0)
        self.rows = rows
        self.seen = 0
        self.open = True
        signal.signal(signal.SIGTERM, self.leave)

    def leave(self, number, frame):
        self.open = False

    def look(self):
        height = camera.LARGE[1]
        self.seen += 1
        return [max(self.frames.row(y * height // self.rows)) for y in range(self.rows)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=24)
    options = parser.parse_args()
    mirror = Mirror(options.rows)
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=camera.run, args=(mirror.frames.name, 20), name="camera", daemon=True)
    process.start()
    while mirror.open and process.is_alive():
        print(mirror.seen, max(mirror.look()), flush=True)
        time.sleep(0.2)
    mirror.frames.close()
    mirror.frames.memory.unlink()


if __name__ == "__main__":
    main()
