"""The rounds for tomorrow, in a child of asyncio's executor as in the back end."""

import asyncio
import logging

import farms
from model import Rounds


def plan(lorries):
    rounds = Rounds(farms.FARMS, farms.MINUTES, lorries)
    rounds.limit_time(240).limit_litres(farms.LITRES, 3200, lorries).open_hours(farms.OPEN)
    solution = rounds.solve(2)
    return list(rounds.routes(solution, lorries)) if solution else []


async def beat():
    while True:
        logging.getLogger("beat").info("alive")
        await asyncio.sleep(0.5)


async def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    heart = asyncio.create_task(beat())
    for route in await asyncio.to_thread(plan, 2):
        print(" - ".join(route))
    heart.cancel()


if __name__ == "__main__":
    asyncio.run(main())
