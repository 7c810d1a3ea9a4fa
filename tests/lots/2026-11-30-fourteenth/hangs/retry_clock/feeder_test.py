import asyncio
import unittest
from unittest import mock

from feeder import Aquarium, Feeder, Radio


async def no_delay(seconds, result=None):
    return result


class RadioTest(unittest.IsolatedAsyncioTestCase):
    async def test_delivers(self):
        radio = Radio(0.05)
        radio.ask("north", 3)
        await asyncio.sleep(0.2)
        self.assertEqual(radio.answers, {"north": 3})


class FeederTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        patcher = mock.patch("asyncio.sleep", no_delay)
        patcher.start()
        self.addCleanup(patcher.stop)

    async def test_answer_that_is_there(self):
        radio = Radio(0.05)
        radio.answers["north"] = 3
        self.assertEqual(await Feeder("north", radio).feed(3), 3)

    async def test_day(self):
        aquarium = Aquarium(Radio(0.01), "north", "south")
        self.assertEqual(await aquarium.day(4), 8)


if __name__ == "__main__":
    unittest.main()
