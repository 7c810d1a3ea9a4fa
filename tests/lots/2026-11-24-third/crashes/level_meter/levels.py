import collections
import threading

from building import extension

meter = extension("meter")


class Levels:
    def __init__(self):
        self.latest = collections.deque(maxlen=100)
        self.enough = threading.Event()

    def on_level(self, level):
        self.latest.append(level)
        if len(self.latest) == 10:
            self.enough.set()


def main():
    levels = Levels()
    meter.start(levels.on_level)
    levels.enough.wait()
    print(sum(levels.latest) / len(levels.latest))


if __name__ == "__main__":
    main()
