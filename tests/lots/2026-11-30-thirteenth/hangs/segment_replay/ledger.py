import collections
import concurrent.futures
import logging

from segments import Reader

log = logging.getLogger("ledger")


class Ledger:
    def __init__(self):
        self.balances = collections.Counter()
        self.records = 0

    def add(self, records):
        for record in records:
            self.balances[record["from"]] -= record["cents"]
            self.balances[record["to"]] += record["cents"]
            self.records += 1

    def replay(self, folder, readers=2):
        paths = sorted(folder.glob("*.seg"))
        with concurrent.futures.ThreadPoolExecutor(readers, "reader") as pool:
            for path, records in zip(paths, pool.map(self.read, paths)):
                self.add(records)
                log.info("%s: %d records", path.name, len(records))
        return self

    @staticmethod
    def read(path):
        return list(Reader(path))
