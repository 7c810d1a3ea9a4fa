"""Two-phase commit between three ledgers, of which one is slow to vote and one slow to write."""

import threading
import time

from coordinator import Coordinator

PACE = {"paris": (0.2, 0.3), "quito": (9.0, 0.2), "rome": (0.5, 7.0)}


class Ledger(threading.Thread):
    def __init__(self, name, coordinator):
        super().__init__(name=name, daemon=True)
        self.coordinator = coordinator
        self.votes, self.writes = PACE[name]
        self.rows = 0

    def run(self):
        seen = 0
        while True:
            seen = self.coordinator.wait_for_round(seen)
            time.sleep(self.votes)
            if self.coordinator.vote(self.name, seen % 4 != 0):
                time.sleep(self.writes)
                self.rows += 1
            self.coordinator.finish(self.name)


def main():
    coordinator = Coordinator(PACE)
    for name in PACE:
        Ledger(name, coordinator).start()
    for _ in range(60):
        number, decision = coordinator.begin()
        print("round", number, "committed" if decision else "rolled back", flush=True)


if __name__ == "__main__":
    main()
