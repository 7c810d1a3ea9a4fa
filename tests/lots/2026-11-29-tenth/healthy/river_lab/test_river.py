"""Slow tests of a model, by unittest."""

import threading
import time
import unittest

from gauge import Gauge, moved
from river import River


class Model(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        time.sleep(4)  # reads the measurements of many years

    def test_it_settles(self):
        self.assertGreater(River(400, 2.0).settle(), 1000)

    def test_a_gauge_reads_meanwhile(self):
        river, guard = River(60, 2.0), threading.Lock()
        with Gauge(river, guard, every=0.5) as gauge:
            moved(river, guard, seconds=60)
        self.assertTrue(gauge.readings)

    def test_mass_is_kept(self):
        river = River(50, 1.0)
        came = went = 0.0
        for _ in range(200_000):
            went += 0.02 * 0.8 * river.water[-1] ** 1.1
            river.step()
            came += 0.02
        self.assertAlmostEqual(sum(river.water), came - went, places=6)


if __name__ == "__main__":
    unittest.main(verbosity=2)
