"""Moons of the planets, read page by page from a slow store."""

import asyncio

MOONS = {
    "mars": ["Phobos", "Deimos"],
    "jupiter": ["Io", "Europa", "Ganymede", "Callisto", "Amalthea"],
    "saturn": ["Mimas", "Enceladus", "Tethys", "Dione", "Rhea", "Titan"],
}


class Store:
    """One connection, which one reader at a time may use."""

    def __init__(self):
        self.lock = asyncio.Lock()
        self.reads = 0
        self.open = False

    async def __aenter__(self):
        await asyncio.sleep(0.01)
        self.open = True
        return self

    async def __aexit__(self, *_):
        self.open = False

    async def pages(self, planet, size=2):
        async with self.lock:
            moons = MOONS[planet]
            for start in range(0, len(moons), size):
                await asyncio.sleep(0.01)
                self.reads += 1
                yield moons[start : start + size]


class Almanac:
    def __init__(self, store):
        self.store = store
        self.searches = []

    async def first(self, planet, letter):
        """The first moon with that letter."""
        pages = self.store.pages(planet)
        self.searches.append((planet, letter, pages))
        async for page in pages:
            for moon in page:
                if moon.startswith(letter):
                    return moon
        return None

    async def count(self, planet):
        return sum([len(page) async for page in self.store.pages(planet)])
