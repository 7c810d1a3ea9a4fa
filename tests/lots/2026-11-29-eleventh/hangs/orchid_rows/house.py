"""A house of orchids: visitors look for some, and the gardener writes new ones down."""

import asyncio
import json
import os
import tempfile

from search import Search, of_genus, taller_than
from table import Table

GENERA = ("Vanda", "Disa", "Ophrys", "Cattleya")


def planted(folder):
    path = os.path.join(folder, "orchids.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        for number in range(60):
            row = {"number": number, "genus": GENERA[number % 4], "height": 10 + number % 35}
            file.write(json.dumps(row) + "\n")
    return path


class House:
    def __init__(self, table):
        self.table = table
        self.searches = {}

    async def visit(self, name, fits):
        search = self.searches[name] = Search(self.table, fits)
        page = await search.next_page()
        print(name, "sees", [row["number"] for row in page], flush=True)

    async def plant(self, genus):
        await self.table.append({"number": 60, "genus": genus, "height": 12})
        print("planted", genus, await self.table.count(), flush=True)


async def clock():
    while True:
        await asyncio.sleep(1)


async def main():
    ticking = asyncio.create_task(clock())
    with tempfile.TemporaryDirectory() as folder:
        house = House(Table(planted(folder)))
        await house.visit("Ada", taller_than(400))
        await house.visit("Bo", of_genus("Disa"))
        await house.plant("Vanda")
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
