"""Readers of one small database (the package databases), in turns of some seconds."""

import asyncio
import os
import tempfile

import databases


async def reader(database, turn, name):
    number = 0
    while True:
        async with turn:
            await database.execute("INSERT INTO visits VALUES (:who)", {"who": name})
            await asyncio.sleep(5)
            number = await database.fetch_val("SELECT count(*) FROM visits")
        print(name, number, flush=True)


async def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "room.db")
        async with databases.Database(f"sqlite+aiosqlite:///{path}") as database:
            await database.execute("CREATE TABLE visits (who TEXT)")
            turn = asyncio.Lock()
            await asyncio.gather(*(reader(database, turn, name) for name in ("Eva", "Jon", "Lis")))


if __name__ == "__main__":
    asyncio.run(main())
