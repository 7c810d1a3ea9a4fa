"""Works out the rations of the day, while the yard is watched."""

import threading
import time

import clips

from rules import RULES, TEMPLATES


class Yard(threading.Thread):
    """Tells every second that all is quiet."""

    def __init__(self):
        super().__init__(name="yard", daemon=True)
        self.looks = 0

    def run(self):
        while True:
            time.sleep(1)
            self.looks += 1


class Stable:
    def __init__(self):
        self.environment = clips.Environment()
        for construct in TEMPLATES + RULES:
            self.environment.build(construct)

    def stalls(self, rations):
        for number, ration in rations.items():
            self.environment.assert_string(f"(stall (number {number}) (ration {ration}))")

    def horse(self, name, stall, diet=False):
        self.environment.assert_string(f"(horse (name {name}) (stall {stall}))")
        if diet:
            self.environment.assert_string(f"(diet {name})")

    def rations(self):
        fired = self.environment.run()
        found = {}
        for fact in self.environment.facts():
            if fact.template.name == "horse":
                found[str(fact["name"])] = fact["oats"]
        return fired, found


def day(*horses):
    stable = Stable()
    stable.stalls({1: 4, 2: 3, 3: 5})
    for horse in horses:
        stable.horse(*horse)
    return stable.rations()


def main():
    Yard().start()
    print("monday", day(("bess", 1), ("duke", 2)), flush=True)
    print("tuesday", day(("bess", 1), ("duke", 2), ("moll", 3, True)), flush=True)


if __name__ == "__main__":
    main()
