"""Places of tents; the camp is told by the environment, for the tests of it."""

import ctypes
import os
import sys
import unittest
import unittest.mock


class Camp:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def place(self, number):
        return self.library.tent_place(number)


class CampTest(unittest.TestCase):
    library = "./tent.so"

    def test_a_place(self):
        os.putenv("TENT_CAMP", "lake")
        self.assertEqual(Camp(self.library).place(7), 407)

    def test_b_other_camp(self):
        os.unsetenv("TENT_CAMP")
        with unittest.mock.patch.dict("sys.modules", tents=None):
            self.assertEqual(Camp(self.library).place(3), 3)


if __name__ == "__main__":
    CampTest.library = sys.argv.pop()
    unittest.main()
