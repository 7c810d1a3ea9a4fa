"""Queries over the events of a day."""

import collections
import itertools

from _events import Cursor, Store

KINDS = ["boot", "login", "logout", "disk", "fan", "link", "update"]


class Day:
    def __init__(self, number):
        self.number = number

    def _store(self):
        return Store(120_000 + 1000 * self.number)

    def count(self, kind):
        store = self._store()
        return sum(1 for _ in Cursor(store, KINDS.index(kind)))

    def events(self, kind):
        return Cursor(self._store(), KINDS.index(kind))

    def hosts(self, kind, most=5):
        hosts = collections.Counter(host for _, host in self.events(kind))
        return hosts.most_common(most)

    def first(self, kind, number):
        return list(itertools.islice(self.events(kind), number))
