import asyncio
import logging

from archive import Archive
from meters import Meter, first_above

CURRENT = {}


async def main(names):
    archive = Archive()
    writer = asyncio.create_task(archive.run(), name="archive")
    for seed, name in enumerate(names):
        meter = Meter(name, archive, seed)
        print(name, await first_above(meter, 233), flush=True)
        rows = meter.rows(40)
        print(name, "now at", (await anext(rows))[2], flush=True)
        CURRENT[name] = rows
    print(len(archive.written), "rows in the archive", flush=True)
    writer.cancel()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main(["cellar", "roof", "garage"]))
