"""Starts the machines of the house and keeps them quiet when somebody asks for it."""

import threading
import time

from quiet import Child, QuietHours, python

WASH = """
import sys, time
for turn in range(int(sys.argv[1])):
    time.sleep(0.1)
print("washed", sys.argv[1])
"""

GRIND = """
import time
time.sleep(1.5)
print("ground")
"""


class House:
    def __init__(self):
        self.children = {
            "washer": Child("washer", python(WASH, "20")),
            "grinder": Child("grinder", python(GRIND)),
        }
        self.log = []
        self.asleep = threading.Event()

    def phone(self):
        """A call: the grinder alone has to be quiet."""
        time.sleep(0.4)
        with QuietHours([self.children["grinder"]]):
            self.log.append("phone")
            time.sleep(0.3)

    def nap(self):
        """A nap: everything has to be quiet, until the napper wakes by themselves."""
        quiet = QuietHours(self.children.values())
        quiet.__enter__()
        self.log.append("nap")
        self.asleep.set()
        time.sleep(0.5)
        if not self.woken():
            quiet.__exit__()

    def woken(self):
        return any(entry == "phone" for entry in self.log)

    def clock(self):
        while True:
            time.sleep(1)
            self.log.append("tick")
            del self.log[:-20]

    def day(self):
        threading.Thread(target=self.clock, daemon=True).start()
        people = [threading.Thread(target=what) for what in (self.phone, self.nap)]
        for person in people:
            person.start()
        for person in people:
            person.join()
        for name, child in self.children.items():
            print(name, *child.result(), flush=True)


if __name__ == "__main__":
    House().day()
