"""Put the papers of a day into the archive."""

import anyio

from archive import Archive

PAPERS = {f"letter {number}": "Dear Sir or Madam, " * number for number in range(1, 7)}


async def main():
    archive = Archive()
    await archive.store("first", "To begin with")
    async with anyio.create_task_group() as group:
        for name, text in PAPERS.items():
            group.start_soon(archive.store, name, text)


anyio.run(main)
