"""The treasurer takes fees."""

import asyncio

from tortoise.transactions import in_transaction

from allotments.models import Fee, Tenant


class Overdrawn(Exception):
    pass


class Treasurer:
    def __init__(self, year, journal):
        self.year = year
        self.journal = journal

    async def take(self, tenant, amount):
        """Fee and balance change together or not at all; the journal has it in any case."""
        async with in_transaction("default") as connection:
            await Fee.create(tenant=tenant, year=self.year, amount=amount, using_db=connection)
            tenant.balance -= amount
            await tenant.save(using_db=connection)
            await asyncio.sleep(5)  # the bank is asked
            if tenant.balance < -100:
                raise Overdrawn(tenant.name)
        await self.journal.note(f"{tenant.name} owes {amount} for {self.year}")

    async def take_all(self, amount):
        """All tenants at once; the database has one transaction at a time."""
        tenants = await Tenant.all()
        found = await asyncio.gather(
            *(self.take(tenant, amount) for tenant in tenants), return_exceptions=True
        )
        return [str(error) for error in found if isinstance(error, Overdrawn)]
