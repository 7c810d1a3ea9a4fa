import asyncio
import unittest


class Ferry:
    def __init__(self, crossing):
        self.crossing = crossing
        self.arrived = asyncio.Event()

    async def sail(self):
        await asyncio.sleep(self.crossing)
        self.arrived.set()


class FerryTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.ferry = Ferry(9)
        self.trip = asyncio.create_task(self.ferry.sail())

    async def asyncTearDown(self):
        await self.trip

    async def test_arrives(self):
        await self.ferry.arrived.wait()
        self.assertTrue(self.trip.done() or self.ferry.arrived.is_set())

    async def test_many(self):
        for _ in range(6):
            await asyncio.create_task(Ferry(10).sail())

    async def test_shielded(self):
        await asyncio.shield(self.trip)


if __name__ == "__main__":
    unittest.main()
