"""python -m unittest: does the orchestra play?"""

import unittest

from orchestra import Orchestra

SMALL = [("Ida", "viola"), ("Jon", "oboe")]
LARGE = [("Ida", "viola"), ("Jon", "oboe"), ("Kim", "timpani"), ("Jon", "cor anglais"), ("Lea", "harp")]


class ConcertTest(unittest.TestCase):
    def play(self, seats):
        orchestra = Orchestra(seats)
        orchestra.begin()
        return orchestra.end()

    def test_a_small_one(self):
        self.assertEqual(self.play(SMALL), 8)

    def test_who_plays_two(self):
        self.assertEqual(self.play(LARGE), 16)


if __name__ == "__main__":
    unittest.main()
