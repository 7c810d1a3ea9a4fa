"""How does a wave in the canal level out?"""

import time

from solver import Canal


class Diary:
    def __init__(self):
        self.lines = []
        self.begin = time.monotonic()

    def note(self, hour, canal):
        self.lines.append((hour, canal.volume, float(canal.levels.max())))

    def show(self):
        for hour, volume, highest in self.lines:
            print(f"hour {hour}: volume {volume:.6f}, highest {highest:.6f}")
        print("took", round(time.monotonic() - self.begin), "s")


def main():
    canal = Canal(40_000)
    diary = Diary()
    diary.note(0, canal)
    for hour in range(1, 5):
        canal.wait(500)
        diary.note(hour, canal)
    diary.show()


if __name__ == "__main__":
    main()
