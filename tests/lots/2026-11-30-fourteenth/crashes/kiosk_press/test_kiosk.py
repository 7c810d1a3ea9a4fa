"""python -m unittest discover -s DIR"""

import threading
import unittest

from kiosk.counter import PRICES, Kiosk


class Selling(unittest.TestCase):
    def setUp(self):
        self.kiosk = Kiosk()

    def test_one(self):
        self.kiosk.sell("Morning Post")
        self.assertEqual(self.kiosk.till.cents, 680)

    def test_nothing_given(self):
        with self.assertRaises(ValueError):
            self.kiosk.till.take(0)

    def test_several_sellers(self):
        threads = [threading.Thread(target=self.kiosk.sell, args=(title,)) for title in PRICES]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sum(self.kiosk.sold.values()), 3)


class Closing(unittest.TestCase):
    def setUp(self):
        self.kiosk = Kiosk()

    def test_after_a_good_day(self):
        self.kiosk.sell("Chess Monthly", 2)
        self.kiosk.till.take(400)
        self.assertEqual(self.kiosk.close(), 2000)
        self.assertEqual(self.kiosk.banked, 680)

    def test_after_a_quiet_day(self):
        self.kiosk.sell("Evening Post")
        self.assertEqual(self.kiosk.close(), 720)
        self.assertEqual(self.kiosk.banked, 0)


if __name__ == "__main__":
    unittest.main()
