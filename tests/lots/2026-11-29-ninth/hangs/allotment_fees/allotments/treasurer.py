"""The treasurer takes fees."""

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
            await self.journal.note(f"{tenant.name} owes {amount} for {self.year}")
            if tenant.balance < -100:
                raise Overdrawn(tenant.name)

    async def take_all(self, amount):
        overdrawn = []
        for tenant in await Tenant.all():
            try:
                await self.take(tenant, amount)
            except Overdrawn as error:
                overdrawn.append(str(error))
        return overdrawn
