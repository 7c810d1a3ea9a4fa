"""Two folders, each of which gets the files that the other one has."""

import asyncio
import os
import tempfile

from peers import Peer

LETTERS = {f"letter {n}": b"Dear all, " * n for n in range(5)}
PHOTOS = {f"photo {n}": bytes(3_000_000) for n in range(3)}
SCANS = {f"scan {n}": bytes(4_000_000) for n in range(3)}


async def mirror(path, here, there):
    async with await asyncio.start_unix_server(there.sync, path):
        await here.sync(*await asyncio.open_unix_connection(path))
    print(here.name, "got", sorted(here.got), flush=True)


async def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mirror")
        await mirror(path, Peer("desk", LETTERS), Peer("laptop", SCANS))
        await mirror(path, Peer("studio", PHOTOS), Peer("laptop", SCANS))


asyncio.run(main())
