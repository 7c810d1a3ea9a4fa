import contextlib
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ledger import Ledger


class Notices:
    """Writes to the farms; what was written goes into the ledger as well."""

    def __init__(self, ledger):
        self.ledger = ledger
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="notices")

    def send(self, farm, sacks):
        return self.pool.submit(self._send, farm, sacks)

    def _send(self, farm, sacks):
        time.sleep(0.2)
        self.ledger.notice(f"{farm}: {sacks} sacks received")
        return farm


class Granary:
    def __init__(self, ledger):
        self.ledger = ledger
        self.notices = Notices(ledger)

    def receive(self, farm, sacks, kind):
        self.ledger.book(farm, sacks, kind)
        return self.notices.send(farm, sacks)

    @contextlib.contextmanager
    def delivery(self):
        """All of a cart or nothing of it."""
        with self.ledger.db:
            yield

    def cart(self, loads):
        with self.delivery():
            told = [self.receive(*load) for load in loads]
            for notice in told:
                print("told", notice.result(), flush=True)


def weathervane():
    directions = ["north", "east", "south", "west"]
    for turn in range(10**6):
        print("wind from", directions[turn % 4], flush=True)
        time.sleep(3)


def main():
    threading.Thread(target=weathervane, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        granary = Granary(Ledger(Path(folder) / "granary.db"))
        for farm in ("Hill", "Brook"):
            print("told", granary.receive(farm, 11, "rye").result(), flush=True)
        granary.cart([("Hill", 20, "oats"), ("Brook", 14, "oats")])
        print("sacks in all:", granary.ledger.sacks())
        for kind, sacks in granary.ledger.by_kind().items():
            print(f"{kind:8} {sacks}")
        print(len(granary.ledger.told()), "notices")


if __name__ == "__main__":
    main()
