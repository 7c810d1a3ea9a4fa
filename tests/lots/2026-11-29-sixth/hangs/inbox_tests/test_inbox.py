"""Tests of the inbox, for zope.testrunner."""

import unittest

from inbox import Inbox, Scanner


class InboxTest(unittest.TestCase):
    def setUp(self):
        self.inbox = Inbox()

    def test_empty(self):
        self.assertEqual(list(self.inbox.folder.iterdir()), [])

    def test_one_file(self):
        Scanner(self.inbox.folder, 0.5).start("a.tif")
        self.assertEqual(self.inbox.wait_for("a.tif").stat().st_size, 400)

    def test_two_files(self):
        scanner = Scanner(self.inbox.folder, 0).start("a.tif", "b.tif")
        scanner.join(1)
        for name in ("a.tif", "b.tif"):
            self.assertEqual(self.inbox.wait_for(name).stat().st_size, 400)
