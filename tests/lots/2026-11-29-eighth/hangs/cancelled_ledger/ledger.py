"""A ledger of accounts. Entries are audited before they are made."""

import asyncio


class Ledger:
    def __init__(self, auditor):
        self.lock = asyncio.Lock()
        self.auditor = auditor
        self.entries = []

    async def enter(self, account, amount):
        await self.lock.acquire()
        await self.auditor.check(account, amount)
        try:
            self.entries.append((account, amount))
            await asyncio.sleep(0.01)
        finally:
            self.lock.release()

    async def sum(self, account):
        async with self.lock:
            return sum(amount for name, amount in self.entries if name == account)


class Auditor:
    """Large amounts take long."""

    def __init__(self):
        self.checked = 0

    async def check(self, account, amount):
        await asyncio.sleep(amount / 10000)
        self.checked += 1
