"""Ovens that are turned as their alarms go off; a programme says how often."""

import configparser
import contextlib
import pathlib
import threading
import time

from alarms import Alarm


class Oven(threading.Thread):
    def __init__(self, name, programme):
        super().__init__(name=name)
        self.first = programme.getfloat("first")
        self.every = programme.getfloat("every", fallback=0.0)
        self.turns = programme.getint("turns", fallback=1)
        self.done = threading.Event()

    def run(self):
        with contextlib.closing(Alarm(self.first, self.every)) as alarm:
            for turn in alarm.times(self.turns):
                print(f"{self.name}: turn {turn}", flush=True)
        self.done.set()


class Lamp(threading.Thread):
    def __init__(self, ovens):
        super().__init__(name="lamp", daemon=True)
        self.ovens = ovens

    def run(self):
        while not all(oven.done.is_set() for oven in self.ovens):
            time.sleep(0.3)
        print("lamp off", flush=True)


def main():
    programmes = configparser.ConfigParser()
    programmes.read(pathlib.Path(__file__).parent / "programmes.ini")
    ovens = [Oven(name, programmes[name]) for name in programmes.sections()]
    Lamp(ovens).start()
    for oven in ovens:
        oven.start()
    for oven in ovens:
        oven.done.wait()
        print(oven.name, "empty", flush=True)


if __name__ == "__main__":
    main()
