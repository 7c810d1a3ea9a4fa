"""Notices of the depot, sorted in a thread as they come: python depot.py LIBRARY"""

import queue
import sys
import threading
import time

from rules import Rules

FIXED = [
    ("doors", "doors? [0-9]+ (stuck|slow)"),
    ("brakes", "brake|sand"),
    ("heating", "cold|heat(ing)?"),
]
# what the drivers have asked for themselves
WISHES = """
lights = lamp|light
ticket = machine [0-9]{1,2}
bell = ding*
window = (window|pane
"""
NOTICES = [
    "door 3 stuck at Harbour",
    "no sand left",
    "lamp above seat 12",
    "machine 4 eats coins",
    "passengers are cold",
    "rattling behind the driver",
    "pane cracked",
]


def wishes(text):
    for line in text.strip().splitlines():
        name, _, pattern = line.partition("=")
        yield name.strip(), pattern.strip()


class Sorter(threading.Thread):
    def __init__(self, rules):
        super().__init__(name="sorter")
        self.rules = rules
        self.inbox = queue.Queue()
        self.sorted = {}

    def run(self):
        while (notice := self.inbox.get()) is not None:
            kind = self.rules.sort(notice) or "other"
            self.sorted.setdefault(kind, []).append(notice)


def main():
    with Rules(sys.argv[1]) as rules:
        for name, pattern in FIXED:
            rules.add(name, pattern)
        for name, pattern in wishes(WISHES):
            rules.add(name, pattern)
        sorter = Sorter(rules)
        sorter.start()
        for notice in NOTICES:
            sorter.inbox.put(notice)
            time.sleep(0.1)
        sorter.inbox.put(None)
        sorter.join()
        print(rules.hits())


if __name__ == "__main__":
    main()
