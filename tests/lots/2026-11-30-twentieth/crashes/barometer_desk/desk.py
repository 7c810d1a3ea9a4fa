"""Takes a week of readings of three barometers, each in a thread of a pool."""
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from series import Reading, Window

STATIONS = {"Quay": "hPa", "Mill": "mmHg", "School": "hPa"}


def lines(seed, days, per_day):
    dice = random.Random(seed)
    for day in range(days):
        start = 0 if day else 1
        for number in range(start, per_day):
            minutes = number * 1440 // per_day
            mark = f"{minutes // 60:02d}:{minutes % 60:02d}"
            if mark == "00:00" and number:
                mark = "00:01"
            yield f"{dice.uniform(960, 1040):.1f}@{mark}"


class Desk:
    def __init__(self):
        self.windows = {}
        self.done = threading.Event()

    def station(self, name, unit, seed):
        window = self.windows[name] = Window(400_000)
        for text in lines(seed, 7, 120_000):
            window.put(Reading(text, unit, window.close_day))
        return name, window.days

    def heartbeat(self):
        while not self.done.wait(0.5):
            print({name: window.place for name, window in self.windows.items()}, file=sys.stderr)


def main():
    desk = Desk()
    threading.Thread(target=desk.heartbeat, daemon=True).start()
    with ThreadPoolExecutor(3) as pool:
        jobs = [pool.submit(desk.station, name, unit, seed) for seed, (name, unit) in enumerate(STATIONS.items())]
        for job in jobs:
            name, days = job.result()
            print(name, len(days), "days")
    desk.done.set()


if __name__ == "__main__":
    main()
