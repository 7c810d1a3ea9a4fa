"""Print the labels of the day."""

import asyncio
import sys

from label import Labels

WAYBILLS = [
    ("Upper Mill", "Old Quay", 17),
    ("Church End", "Nether Wallop Station Yard", 18),
    ("Bath Spa", " ".join(f"hall {n}" for n in range(40)), 19),
]


async def main(labels):
    for waybill in WAYBILLS:
        print(await asyncio.to_thread(labels.make, *waybill), flush=True)


asyncio.run(main(Labels(sys.argv[1])))
