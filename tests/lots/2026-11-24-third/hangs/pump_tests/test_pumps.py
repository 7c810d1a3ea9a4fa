import unittest

from pumps import Pump


class PumpTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.small = [Pump(f"small-{n}", n + 1) for n in range(2)]

    def test_single(self):
        self.assertEqual(Pump("one", 2).curve, [0, 2, 4, 6, 8])

    def test_station(self):
        station = Pump("station", 10, self.small)
        self.assertEqual(station.curve[0], 10)
        self.assertEqual(len(station.curve), 5)
