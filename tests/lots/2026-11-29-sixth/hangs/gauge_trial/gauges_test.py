"""Tests of the gauges, for trial."""

from twisted.internet import defer, threads
from twisted.trial import unittest

from gauges import Gauge, Panel


class PanelTest(unittest.TestCase):
    timeout = None

    def setUp(self):
        self.panel = Panel(steam=Gauge(4), oil=Gauge(3))

    @defer.inlineCallbacks
    def test_sum(self):
        self.assertEqual((yield self.panel.sum()), 7)

    def test_table_in_a_thread(self):
        found = threads.deferToThread(self.panel.table)
        return found.addCallback(self.assertEqual, {"steam": 4, "oil": 3})

    def test_table_of_a_panel(self):
        self.assertEqual(self.panel.table(), {"steam": 4, "oil": 3})
