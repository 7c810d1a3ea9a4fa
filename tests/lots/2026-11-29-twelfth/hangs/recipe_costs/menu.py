"""Print what the dishes of the menu cost."""

import asyncio
import sys

from costs import Costs, Shop


async def heartbeat():
    while True:
        await asyncio.sleep(2)
        print(".", end="", file=sys.stderr, flush=True)


async def main(dishes):
    beat = asyncio.create_task(heartbeat())
    costs = Costs(Shop())
    for dish in dishes:
        print(dish, round(await costs.of(dish), 2), flush=True)
    beat.cancel()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or ["soup", "bread"]))
