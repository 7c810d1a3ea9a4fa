"""Inspects parts on a belt: a thread judges the frames that the camera gives."""

import queue
import threading
import time

from camera import Camera


class Judge(threading.Thread):
    def __init__(self):
        super().__init__(name="judge")
        self.frames = queue.Queue(maxsize=2)
        self.verdicts = []

    def run(self):
        while (frame := self.frames.get()) is not None:
            time.sleep(0.2)
            self.verdicts.append(self.bright(frame))
            print(len(self.verdicts), "judged", flush=True)

    def bright(self, frame):
        rows = frame.mean(axis=1)
        return float(rows.max()) > 120


def inspect(judge, parts):
    with Camera(1600, 1200) as camera:
        for _ in range(parts):
            judge.frames.put(camera.grab())


def main():
    judge = Judge()
    judge.start()
    inspect(judge, 8)
    judge.frames.put(None)
    judge.join()
    print(sum(judge.verdicts), "bright")


if __name__ == "__main__":
    main()
