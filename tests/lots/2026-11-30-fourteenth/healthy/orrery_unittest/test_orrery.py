"""python -m unittest discover -s DIR"""

import math
import subprocess
import sys
import unittest
from pathlib import Path

PROGRAM = Path(__file__).with_name("planets.py")


class Orrery(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        answer = subprocess.run(
            [sys.executable, str(PROGRAM), "60000000"], stdout=subprocess.PIPE, text=True, check=True
        )
        cls.places = [tuple(map(float, line.split())) for line in answer.stdout.splitlines()]

    def test_all_are_there(self):
        self.assertEqual(len(self.places), 3)

    def test_circles_stay_circles(self):
        for (x, y), radius in zip(self.places, (1.0, 1.5, 5.2)):
            self.assertAlmostEqual(math.hypot(x, y), radius, delta=0.05)


if __name__ == "__main__":
    unittest.main()
