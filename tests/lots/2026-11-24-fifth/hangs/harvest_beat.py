"""Counts a harvest; a thread tells the farm every second that this machine lives."""

import threading
import time


class Beat:
    """Tells that this machine lives, until it is told to stop."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.beats = 0
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, name="beat")

    def start(self):
        self.thread.start()

    def run(self):
        while not self.stopped.wait(self.seconds):
            self.beats += 1

    def stop(self):
        self.stopped.set()
        self.thread.join()


def baskets(lines):
    for line in lines:
        kind, _, count = line.partition(":")
        yield kind, int(count)


def main():
    beat = Beat(1)
    beat.start()
    total = 0
    for kind, count in baskets(["plums: 12", "pears: 7", "quinces: some"]):
        time.sleep(0.2)
        total += count
        print(kind, total, flush=True)
    beat.stop()


if __name__ == "__main__":
    main()
