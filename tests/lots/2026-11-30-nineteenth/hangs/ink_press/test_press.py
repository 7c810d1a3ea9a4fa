import asyncio
import unittest

from press import Press


class PressCase(unittest.IsolatedAsyncioTestCase):
    pace = 0.01

    async def asyncSetUp(self):
        self.press = Press(self.pace)
        await self.press.start()
        self.addAsyncCleanup(self.press.empty)

    async def asyncTearDown(self):
        await self.press.stop()

    async def printed(self, count):
        while len(self.press.printed) < count:
            await asyncio.sleep(0.01)
        return self.press.printed


class Small(PressCase):
    async def test_one_sheet(self):
        self.press.lay("hymn")
        self.assertEqual(await self.printed(1), ["HYMN"])

    async def test_order(self):
        self.press.lay("a", "b", "c")
        self.assertEqual(await self.printed(3), ["A", "B", "C"])


class Slow(PressCase):
    pace = 0.3

    async def test_first_of_many(self):
        self.press.lay("first", "second", "third")
        self.assertEqual((await self.printed(1))[0], "FIRST")

    async def test_nothing_laid(self):
        await asyncio.sleep(0.1)
        self.assertEqual(self.press.printed, [])
