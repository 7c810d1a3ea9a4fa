"""An account of who changed what, written with each transaction."""

import concurrent.futures

import transaction
from ZODB.DB import DB


class Audit:
    """A data manager: a line of the account goes with the commit, or not at all."""

    def __init__(self, db: DB):
        self.db = db
        self.writer = concurrent.futures.ThreadPoolExecutor(1, "audit")
        self.lines = []

    def note(self, line):
        if not self.lines:
            transaction.get().join(self)
        self.lines.append(line)

    def write(self, lines):
        manager = transaction.TransactionManager()
        connection = self.db.open(manager)
        try:
            root = connection.root()
            root["audit"] = [*root.get("audit", ()), *lines]
            manager.commit()
        finally:
            connection.close()
        return len(lines)

    # what transaction asks of a data manager

    transaction_manager = transaction.manager

    def tpc_begin(self, txn):
        pass

    def commit(self, txn):
        pass

    def tpc_vote(self, txn):
        written = self.writer.submit(self.write, tuple(self.lines))
        print("audit:", written.result(), flush=True)

    def tpc_finish(self, txn):
        self.lines.clear()

    def abort(self, txn):
        self.lines.clear()

    tpc_abort = abort

    def sortKey(self):
        return "~audit"
