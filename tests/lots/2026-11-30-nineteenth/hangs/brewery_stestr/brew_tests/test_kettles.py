import unittest

from kettles import Kettle, Tally, brew


class Brewing(unittest.TestCase):
    def setUp(self):
        self.tally = Tally()

    def test_adds(self):
        Kettle(self.tally, 50.0).boil(3)
        self.assertEqual(self.tally.both(), (150.0, 3))

    def test_crew(self):
        self.assertEqual(brew(self.tally, [(50.0, 4, 0.0), (20.0, 5, 0.0)]), (300.0, 9))

    def test_loss(self):
        litres, batches = brew(self.tally, [(50.0, 2, 1.5), (20.0, 1, 0.5)])
        self.assertEqual(batches, 3)
        self.assertAlmostEqual(litres, 116.5)
