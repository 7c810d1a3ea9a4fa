"""Tests of the almanac."""

import unittest

import moons


class AlmanacTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.store = await self.enterAsyncContext(moons.Store())
        self.almanac = moons.Almanac(self.store)

    async def test_a_all_moons_are_counted(self):
        self.assertEqual(await self.almanac.count("saturn"), 6)
        self.assertEqual(self.store.reads, 3)

    async def test_b_nothing_is_found(self):
        self.assertIsNone(await self.almanac.first("mars", "X"))

    async def test_c_the_first_is_found_and_all_are_counted(self):
        self.assertEqual(await self.almanac.first("jupiter", "E"), "Europa")
        self.assertEqual(await self.almanac.count("jupiter"), 5)


if __name__ == "__main__":
    unittest.main()
