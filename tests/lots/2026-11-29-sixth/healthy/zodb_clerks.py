"""Clerks take turns at a ZODB, whose commit lock each has for some seconds."""

import threading
import time

import transaction
from persistent.mapping import PersistentMapping
from ZODB.DB import DB
from ZODB.MappingStorage import MappingStorage


class Stamp:
    """A data manager whose vote takes its time: a seal has to dry."""

    def __init__(self, manager):
        self.transaction_manager = manager

    def tpc_begin(self, txn):
        pass

    commit = tpc_finish = abort = tpc_abort = tpc_begin

    def tpc_vote(self, txn):
        time.sleep(4)

    def sortKey(self):
        return "~stamp"


def clerk(db, name):
    manager = transaction.TransactionManager()
    while True:
        connection = db.open(manager)
        manager.get().join(Stamp(manager))
        book = connection.root()[name]
        book["letters"] = book.get("letters", 0) + 1
        manager.commit()
        print(name, book["letters"], flush=True)
        connection.close()


def main():
    db = DB(MappingStorage())
    names = ("Anna", "Bert", "Cora")
    with db.transaction() as connection:
        connection.root().update({name: PersistentMapping() for name in names})
    for name in names:
        threading.Thread(target=clerk, args=(db, name), name=name).start()


if __name__ == "__main__":
    main()
