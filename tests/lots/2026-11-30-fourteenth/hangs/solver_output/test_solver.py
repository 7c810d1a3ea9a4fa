"""python -m unittest discover -s hangs/solver_output"""

import ctypes
import os
import threading
import time
import unittest

import capture

library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "solver.so"))
library.solve_root.restype = library.solve_all.restype = ctypes.c_double
library.solve_root.argtypes = [ctypes.c_double, ctypes.c_double, ctypes.c_int]
library.solve_all.argtypes = [ctypes.POINTER(ctypes.c_double), ctypes.c_int, ctypes.c_double, ctypes.c_int]


class Heartbeat(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True, name="heartbeat")
        self.beats = 0

    def run(self):
        while True:
            time.sleep(0.5)
            self.beats += 1


def sum_of_roots(numbers, verbose):
    array = (ctypes.c_double * len(numbers))(*numbers)
    return library.solve_all(array, len(numbers), 1e-12, verbose)


class SolverTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        Heartbeat().start()

    def test_root(self):
        self.assertAlmostEqual(library.solve_root(2, 1e-9, 0), 2**0.5, 6)

    def test_quiet(self):
        with capture.standard_output() as captured:
            sum_of_roots([1, 4, 9], 0)
        self.assertEqual(captured.text, "")

    def test_steps_are_told(self):
        with capture.standard_output() as captured:
            library.solve_root(2, 1e-9, 1)
        self.assertGreater(len(captured.lines()), 20)

    def test_table_of_roots(self):
        with capture.standard_output() as captured:
            total = sum_of_roots(list(range(1, 41)), 1)
        self.assertIn(f"sum {total:.6f}", captured.lines()[-1])


if __name__ == "__main__":
    unittest.main()
