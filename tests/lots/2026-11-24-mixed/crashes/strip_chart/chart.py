import logging
import math
import sys
import threading
import time

from recorder import Recorder

log = logging.getLogger("chart")


class Chart:
    def __init__(self, path):
        self.recorder = Recorder(path, 4_000_000)
        self.maxima = []
        self._lock = threading.Lock()

    def sample(self, count):
        with self._lock:
            for i in range(count):
                self.recorder.add(math.sin(i / 50))

    def page(self):
        with self._lock:
            samples = self.recorder.take()
        self.maxima.append(float(samples[:10_000].max()))
        log.info("page %d, highest %.3f", len(self.maxima), self.maxima[-1])


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(name="clock", daemon=True)

    def run(self):
        while True:
            time.sleep(0.2)
            log.debug("tick")


def main():
    logging.basicConfig(level=logging.INFO)
    chart = Chart(sys.argv[1])
    Clock().start()
    for _ in range(20):
        chart.sample(2000)
        chart.page()


if __name__ == "__main__":
    main()
