import asyncio
import unittest

from lift import Lift


class LiftTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.lift = await self.enterAsyncContext(Lift(12))

    async def test_one_ride(self):
        await self.lift.call(8)
        self.assertEqual(self.lift.floor, 8)

    async def test_two_calls(self):
        await asyncio.gather(self.lift.call(3), self.lift.call(9))
        self.assertEqual(self.lift.floor, 9)

    async def test_down_again(self):
        await self.lift.call(6)
        await self.lift.call(1)
        self.assertEqual(self.lift.floor, 1)

    async def test_no_such_floor(self):
        with self.assertRaises(ValueError):
            await self.lift.call(40)


if __name__ == "__main__":
    unittest.main()
