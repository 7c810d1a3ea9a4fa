"""Two houses; the plans come from their owners."""

import threading
import time

from plan import Plan

HOUSES = {
    "hill": {"cellar": [], "hall": ["cellar"], "kitchen": ["hall", "cellar"], "attic": ["hall"]},
    "mill": {"cellar": [], "hall": ["cellar", "stairs"], "stairs": ["attic"], "attic": ["hall"], "yard": []},
}


class Mixer(threading.Thread):
    def run(self):
        while True:
            time.sleep(0.5)


def plan_of(house):
    plan = Plan()
    for room, needed in HOUSES[house].items():
        plan.needs(room, *needed)
    return plan


def main():
    Mixer(daemon=True, name="mixer").start()
    for house in HOUSES:
        print(house, plan_of(house).rounds(), flush=True)


if __name__ == "__main__":
    main()
