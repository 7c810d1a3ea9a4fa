"""A shop for seeds; its stock is in a ZODB."""

import contextlib

import persistent.mapping
import transaction
from audit import Audit
from ZODB.DB import DB
from ZODB.MappingStorage import MappingStorage


class Shop:
    def __init__(self):
        self.db = DB(MappingStorage())
        self.audit = Audit(self.db)
        self.connection = self.db.open()
        with transaction.manager:
            self.root["stock"] = persistent.mapping.PersistentMapping()

    @property
    def root(self):
        return self.connection.root()

    @contextlib.contextmanager
    def sale(self, who):
        transaction.begin()
        try:
            yield self.root["stock"]
        except BaseException:
            transaction.abort()
            raise
        self.audit.note(f"{who} was here")
        transaction.commit()


def main():
    shop = Shop()
    with transaction.manager:
        shop.root["stock"].update(beans=500, poppies=2000)
    for who, seed, count in (("Ines", "beans", 40), ("Otto", "poppies", 300)):
        with shop.sale(who) as stock:
            stock[seed] -= count
        print(who, "has", count, seed, flush=True)


if __name__ == "__main__":
    main()
