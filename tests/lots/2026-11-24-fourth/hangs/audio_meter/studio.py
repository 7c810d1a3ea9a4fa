"""Shows the level of a recording, and notes where it clips."""

import threading
import time

from compiled import compiled

meter = compiled("meter")


class Recorder(threading.Thread):
    def __init__(self, gain):
        super().__init__(name="recorder", daemon=True)
        self.gain = gain
        self.clipped = []

    def run(self):
        meter.listen(self.clip)
        while True:
            meter.capture(self.gain)

    def clip(self, level):
        self.clipped.append((time.time(), level))


class Display:
    def __init__(self, recorder):
        self.recorder = recorder
        self.lowest, self.highest = 9.0, 0.0

    def refresh(self):
        level = meter.level()
        self.lowest, self.highest = min(level, self.lowest), max(level, self.highest)
        return "#" * int(30 * level)

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.refresh()
            time.sleep(0.002)


def main():
    recorder = Recorder(1.2)
    recorder.start()
    display = Display(recorder)
    display.run(600)
    print(f"{display.lowest:.2f} to {display.highest:.2f}, clipped {len(recorder.clipped)} times")


if __name__ == "__main__":
    main()
