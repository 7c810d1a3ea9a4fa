"""A ledger with a slow archive, for clients over rpyc."""

import contextlib
import threading
import time

import rpyc


@contextlib.contextmanager
def archived(lock, seconds):
    """The archive is slow, and one may use it at a time."""
    with lock:
        time.sleep(seconds)
        yield


class LedgerService(rpyc.Service):
    archive = threading.Lock()
    entries = []

    def exposed_book(self, account, cents):
        with archived(self.archive, 3):
            self.entries.append((account, cents))
        return len(self.entries)

    def exposed_count(self):
        return len(self.entries)

    def on_disconnect(self, connection):
        print("a desk has gone", flush=True)

    def exposed_close_month(self):
        with archived(self.archive, 11):
            return sum(cents for _, cents in self.entries)
