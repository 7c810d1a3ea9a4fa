"""A shop: customers pay, and each quarter of an hour a statement is printed."""

import time

from ledger import Ledger, Till
from statement import Statement, print_all


def main():
    ledger = Ledger()
    Till(ledger).start()
    time.sleep(1.2)
    titles = [f"quarter {number}" for number in (1, 2, 3, 4)]
    codes = print_all(Statement(ledger, title) for title in titles)
    print("printed", codes, flush=True)


if __name__ == "__main__":
    main()
