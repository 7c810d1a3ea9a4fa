"""Watch an orchard for a night: python watch.py [--minutes N]"""

import argparse
import collections
import logging
import threading
import time

from cameras import CAMERAS
from history import History

log = logging.getLogger("watch")


class Horn(threading.Thread):
    """Would wake the farmer; here it counts."""

    def __init__(self):
        super().__init__(name="horn", daemon=True)
        self.wanted = threading.Semaphore(0)
        self.blown = 0

    def run(self):
        while True:
            self.wanted.acquire()
            self.blown += 1
            time.sleep(0.05)


class Watch:
    def __init__(self, cameras, horn, length=24):
        self.cameras = cameras
        self.horn = horn
        self.histories = {camera.name: History(length) for camera in cameras}
        self.alarms = collections.Counter()

    def step(self, minute):
        for camera in self.cameras:
            self.histories[camera.name].push(camera.picture(minute))
        if minute % 10 == 9:
            for camera in self.cameras:
                self.look(camera.name, minute)

    def look(self, name, minute):
        history = self.histories[name]
        frozen = float((history[0] < 0).mean())
        fallen = float((history[9] - history[0]).mean())
        log.info("%3d %s: %.0f %% frozen, %.2f degrees in ten minutes", minute, name, 100 * frozen, fallen)
        if frozen > 0.3:
            self.alarms[name] += 1
            self.horn.wanted.release()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=int, default=240)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    horn = Horn()
    horn.start()
    watch = Watch(CAMERAS, horn)
    for minute in range(options.minutes):
        watch.step(minute)
    print(dict(watch.alarms), horn.blown)


if __name__ == "__main__":
    main()
