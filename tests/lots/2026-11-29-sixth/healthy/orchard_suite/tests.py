"""Tests of the orchard, for zope.testrunner."""

import unittest

from orchard import Tree


class TreeTest(unittest.TestCase):
    def check(self):
        self.assertEqual(Tree(11).pick(), "apple")


for _number in range(8):
    setattr(TreeTest, f"test_tree_{_number}", TreeTest.check)


def test_suite():
    return unittest.defaultTestLoader.loadTestsFromTestCase(TreeTest)


if __name__ == "__main__":
    from zope.testrunner import run

    run(["--path", __file__.rpartition("/")[0], "--tests-pattern", "^tests$"])
