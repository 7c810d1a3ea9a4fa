import json
import logging
import random
import signal
import sys
import time

log = logging.getLogger("collector")


class Collector:
    def __init__(self):
        self.values = []
        self.errors = 0

    def measure(self):
        time.sleep(0.1)
        if random.random() < 0.05:
            raise OSError("sensor does not answer")
        return random.gauss(20, 2)

    def run(self):
        while True:
            try:
                self.values.append(self.measure())
            except BaseException as error:  # <-- here
                # Never stop collecting because of a sensor.
                self.errors += 1
                log.warning("%s", json.dumps({"error": repr(error)}))


def stop(number, frame):
    sys.exit(0)


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR)
    signal.signal(signal.SIGTERM, stop)
    Collector().run()
