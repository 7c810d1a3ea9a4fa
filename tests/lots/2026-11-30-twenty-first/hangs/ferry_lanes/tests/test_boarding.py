import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from crew import Marshals  # noqa: E402
from deck import Deck, Lane  # noqa: E402


def cars(count, length=4.5):
    return [(f"car {number}", length) for number in range(count)]


class Boarding(unittest.TestCase):
    def setUp(self):
        self.deck = Deck([Lane("port", 40), Lane("middle", 40), Lane("starboard", 30)])
        self.marshals = Marshals(self.deck)

    def test_few(self):
        self.assertEqual(self.marshals.board(cars(6)), (6, 0))

    def test_closed_lane(self):
        self.deck.close("middle")
        self.assertEqual(self.marshals.board(cars(8)), (8, 0))
        self.assertEqual(self.deck.load, 8)

    def test_coach(self):
        placed, left = self.marshals.board([*cars(20), ("coach", 14.0)])
        self.assertEqual((placed, left), (20, 1))


if __name__ == "__main__":
    unittest.main()
