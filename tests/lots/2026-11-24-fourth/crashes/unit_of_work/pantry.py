"""What a kitchen has, and what its recipes take."""

import asyncio

from store import Store

RECIPES = {"bread": {"flour": 500, "salt": 10}, "cake": {"flour": 300, "sugar": 200, "eggs": 4}}


class Kitchen:
    def __init__(self):
        self.store = Store()
        self.baked = []

    def buy(self, **amounts):
        with self.store.transaction() as add:
            for name, amount in amounts.items():
                add(name, amount)

    async def bake(self, what):
        with self.store.transaction() as add:
            for name, amount in RECIPES[what].items():
                add(name, -amount)
        await asyncio.sleep(0.05)
        self.baked.append(what)


async def main():
    kitchen = Kitchen()
    kitchen.buy(flour=1500, salt=100, sugar=500, eggs=6)
    for what in ("bread", "cake", "bread", "cake"):
        await kitchen.bake(what)
        print(what, "flour left:", kitchen.store["flour"], flush=True)


if __name__ == "__main__":
    asyncio.run(main())
