"""Run by unittest: boots the device for each test, which takes its time."""

import concurrent.futures
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from device import Device


class DeviceTest(unittest.TestCase):
    def setUp(self):
        self.device = Device(boot=12)
        self.addCleanup(self.device.close)

    def test_answers(self):
        for text in ("hello", "state", "reset"):
            with self.subTest(text=text):
                self.assertEqual(self.device.ask(text), text.upper())

    def test_serves_many(self):
        texts = [f"ask {number}" for number in range(12)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(self.device.ask, texts))
        self.assertEqual(answers, [text.upper() for text in texts])

    def test_is_idle(self):
        self.assertEqual(self.device.ask("load"), "LOAD")

    def test_zz_long_session(self):
        for number in range(60):
            self.assertTrue(self.device.ask(f"step {number}").endswith(str(number)))
