import asyncio
import unittest

import hive


class HiveTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.hive = hive.Hive()
        self.cleaner = asyncio.create_task(self.hive.clean(), name="cleaner")

    async def asyncTearDown(self):
        self.cleaner.cancel()

    async def test_calm_day(self):
        self.hive.send("anna")
        await asyncio.sleep(0.1)
        self.assertEqual(self.hive.honey, {})

    async def test_windy_day(self):
        for name in ["anna", "berta", "clara"]:
            self.hive.send(name)
        await asyncio.sleep(1.3)
        self.hive.wind()
        self.assertEqual(await self.hive.wait_until_full(), 3)


if __name__ == "__main__":
    unittest.main()
