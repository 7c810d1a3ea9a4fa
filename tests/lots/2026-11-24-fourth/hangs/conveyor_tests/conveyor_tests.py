import unittest

from conveyor import Conveyor


class ConveyorTest(unittest.TestCase):
    drives = 0

    def setUp(self):
        self.conveyor = Conveyor(self.drives or 2)
        self.addCleanup(self.conveyor.close)

    def test_starts_together(self):
        self.conveyor.start(1.5)
        self.assertEqual(self.conveyor.speeds, {1.5})


class ShortConveyorTest(ConveyorTest):
    drives = 4

    def test_order(self):
        self.assertEqual(self.conveyor.start(1), [0, 1, 2, 3])


class LongConveyorTest(ConveyorTest):
    drives = 6


if __name__ == "__main__":
    unittest.main(verbosity=2)
