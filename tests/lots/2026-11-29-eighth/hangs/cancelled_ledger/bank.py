"""Entries by customers; each has a second for his."""

import asyncio
import collections

from customers import Queue
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
    queue = Queue().draw("Arp", 200).draw("Bloch", 50).draw("Arp", 40000)
    async for visit in queue:
        await counter.enter(visit.account, visit.amount)
    print("Arp has", await ledger.sum("Arp"), flush=True)
    beating.cancel()


if __name__ == "__main__":
    asyncio.run(main())
