"""The fees of a year."""

import asyncio
import logging
import os
import tempfile

from allotments import journal, models, treasurer
from tortoise import Tortoise

TENANTS = {"Alm": 120, "Björk": 10, "Ek": -40}


async def heartbeat():
    while True:
        await asyncio.sleep(1)


async def main(folder):
    path = os.path.join(folder, "allotments.sqlite")
    await Tortoise.init(db_url=f"sqlite://{path}", modules={"allotments": ["allotments.models"]})
    await Tortoise.generate_schemas()
    beating = asyncio.create_task(heartbeat())
    book = journal.Journal()
    for name, balance in TENANTS.items():
        await models.Tenant.create(name=name, balance=balance)
    await book.note(f"{len(TENANTS)} tenants")
    print("overdrawn:", await treasurer.Treasurer(2026, book).take_all(80), flush=True)
    print(*await book.all(), sep="\n")
    book.close()
    beating.cancel()
    await Tortoise.close_connections()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    with tempfile.TemporaryDirectory() as scratch:
        asyncio.run(main(scratch))
