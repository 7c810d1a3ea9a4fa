"""The gate of a car park: opens for those who have paid."""

import hashlib
import logging

from watchdog import Watchdog

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("gate")


class Register:
    """Tickets that were paid; the number on a ticket is hidden by many rounds of a hash."""

    def __init__(self, rounds):
        self.rounds = rounds
        self.paid = {self.key(number) for number in (1, 4)}

    def key(self, number):
        digest = str(number).encode()
        for _ in range(self.rounds):
            digest = hashlib.sha256(digest).digest()
        return digest

    def is_paid(self, ticket):
        return self.key(ticket) in self.paid


def main():
    watchdog = Watchdog(limit=2)
    watchdog.start()
    for rounds in (1_000, 100_000, 50_000_000):
        register = Register(rounds)
        for ticket in range(1, 5):
            log.info("%d: %s", ticket, "opens" if register.is_paid(ticket) else "stays closed")
            watchdog.pat()


if __name__ == "__main__":
    main()
