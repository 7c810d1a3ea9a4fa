import asyncio

ROWS = {
    1: {"name": "garden", "parent": None},
    2: {"name": "tools", "parent": 1},
    3: {"name": "spades", "parent": 2},
    4: {"name": "seeds", "parent": 1},
    5: {"name": "herbs", "parent": 4},
    6: {"name": "offers", "parent": 7},
    7: {"name": "spring offers", "parent": 6},
}


class CategoryTable:
    def __init__(self):
        self.queries = 0

    async def select(self, ids):
        self.queries += 1
        await asyncio.sleep(0.05)
        return [{"id": number, **ROWS[number]} for number in ids]
