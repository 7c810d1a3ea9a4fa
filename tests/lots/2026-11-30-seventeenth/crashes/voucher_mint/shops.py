"""Each shop is served by a process of its own, forked from the office."""

import os
import sys
import time

from book import Book
from mint import Mint


class Shop:
    def __init__(self, name, number):
        self.name = name
        self.number = number
        self.pid = None
        self.book = Book()

    def open(self, mint):
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                self.serve(mint)
                status = 0
            finally:
                os._exit(status)

    def serve(self, mint):
        time.sleep(0.2)
        for _ in range(self.number):
            print(f"{self.name}: {mint.voucher()}", flush=True)
        print(self.name, "is closed", flush=True)


def main():
    mint = Mint(sys.argv[1], 20_240_607)
    print("office:", mint.voucher(), flush=True)
    shops = [Shop("Quay", 3)]
    for shop in shops:
        shop.open(mint)
    failed = 0
    for shop in shops:
        _, status = os.waitpid(shop.pid, 0)
        if os.WIFSIGNALED(status):
            failed += 1
            print(f"{shop.name} was ended by signal {os.WTERMSIG(status)}", flush=True)
    print("office:", mint.voucher(), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
