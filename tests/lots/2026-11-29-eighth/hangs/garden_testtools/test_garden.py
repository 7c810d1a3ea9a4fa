"""Tests of the counts of a garden."""

import threading
import unittest

import metrics


class GardenTest(unittest.TestCase):
    def setUp(self):
        self.metrics = metrics.Metrics().start()
        self.addCleanup(self.metrics.stop)

    def test_counts(self):
        self.metrics.count("apples", 4)
        self.metrics.count("pears", 2)
        self.assertEqual(self.metrics.counts["apples"], 4)

    def test_counts_of_threads(self):
        threads = [threading.Thread(target=self.metrics.count, args=["nuts"]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.metrics.counts["nuts"], 8)

    def test_small_snapshot(self):
        self.metrics.count("plums")
        self.assertEqual(len(self.metrics.snapshot(2)), 3)

    def test_snapshot_of_a_year(self):
        self.metrics.count("plums", 30)
        self.assertGreaterEqual(len(self.metrics.snapshot(20000)), 20001)


if __name__ == "__main__":
    unittest.main()
