import asyncio
import random

import scales
from hives import Yard


async def read(hive, rng, rounds, log):
    for _ in range(rounds):
        await asyncio.sleep(0.01)
        log.append((hive.name, hive.take(rng.randrange(3900, 4300))))


async def main():
    scales.calibrate(0.0, 0.01)
    yard = Yard(["Lime", "Clover", "Heather"])
    print("floor:", yard.check(), flush=True)
    rng = random.Random(4)
    log = []
    async with asyncio.timeout(20):
        await asyncio.gather(*(read(hive, rng, 5, log) for hive in yard.hives))
    for name, weight in log:
        print(name, round(weight, 1))


if __name__ == "__main__":
    asyncio.run(main())
