"""The members of a farmers' cooperative, each an actor of xoscar's."""

import xoscar as xo


class Farm(xo.Actor):
    """Has goods, and asks the mill what they are worth."""

    def __init__(self, name, mill):
        super().__init__()
        self.name = name
        self.mill = mill
        self.stock = {"rye": 40, "oats": 25}
        self.money = 0

    async def __post_create__(self):
        self.mill = await xo.actor_ref(*self.mill)

    async def left(self, kind):
        return self.stock.get(kind, 0)

    async def sell(self, kind, amount):
        price = await self.mill.offer(self.name, kind, amount)
        if price:
            self.stock[kind] -= amount
            self.money += price
        return price

    async def visit(self):
        return self.name, dict(self.stock), self.money


class Mill(xo.Actor):
    """Takes grain while there is room; from small farms only what they can spare."""

    prices = {"rye": 3, "oats": 2}

    def __init__(self, farms, room=100):
        super().__init__()
        self.farms = dict(farms)
        self.room = room

    async def offer(self, name, kind, amount):
        if amount > self.room:
            return 0
        if amount > 10:
            farm = await xo.actor_ref(*self.farms[name])
            if await farm.left(kind) < 2 * amount:
                return 0
        self.room -= amount
        return amount * self.prices[kind]

    async def visit(self):
        return self.room
