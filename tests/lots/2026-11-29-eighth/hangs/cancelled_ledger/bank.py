"""Entries by customers; each has a second for his."""

import asyncio
import collections

from ledger import Auditor, Ledger


class Counter:
    def __init__(self, ledger):
        self.ledger = ledger
        self.late = collections.Counter()

    async def enter(self, account, amount):
        try:
            await asyncio.wait_for(self.ledger.enter(account, amount), 1)
        except asyncio.TimeoutError:
            self.late[account] += 1
            print(account, "is to come again", flush=True)


async def beat(ledger):
    while True:
        await asyncio.sleep(0.7)
        print(len(ledger.entries), "entries", flush=True)


async def main():
    ledger = Ledger(Auditor())
    counter = Counter(ledger)
    beating = asyncio.create_task(beat(ledger), name="beat")
    for account, amount in [("Arp", 200), ("Bloch", 50), ("Arp", 40000), ("Bloch", 70)]:
        await counter.enter(account, amount)
    print("Arp has", await ledger.sum("Arp"), flush=True)
    beating.cancel()


if __name__ == "__main__":
    asyncio.run(main())
