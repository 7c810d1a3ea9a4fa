"""Tests of the agenda, by unittest."""

import time
import unittest

from agenda import Agenda


class Order(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.agenda = Agenda()
        time.sleep(0.1)

    def setUp(self):
        self.called = []

    def test_a_later_one_comes_later(self):
        first = self.agenda.after(0.2, self.called.append, "second")
        self.agenda.after(0.1, self.called.append, "first")
        first.wait()
        self.assertEqual(self.called, ["first", "second"])

    def test_one_alone_comes(self):
        done = self.agenda.after(0.1, self.called.append, "only")
        done.wait()
        self.assertEqual(self.called, ["only"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
