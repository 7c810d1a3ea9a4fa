"""Sends cards to all, and sees that they arrive."""

import time

import post
from ledger import Ledger

NAMES = ("Alva", "Birk", "Cleo", "Dag", "Edda", "Finn")


def main():
    office = post.Office()
    ledger = Ledger()
    for name in NAMES:
        ledger.send(office, name)
    for _ in range(20):
        time.sleep(0.05)
        print("missing", ledger.missing(), flush=True)
    office.close()


if __name__ == "__main__":
    main()
