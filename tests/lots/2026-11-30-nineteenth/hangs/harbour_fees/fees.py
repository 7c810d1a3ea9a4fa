"""Fees of the harbour, replicated between the offices (here: one office)."""

from pysyncobj import SyncObj, SyncObjConf, replicated


class FeeBook(SyncObj):
    def __init__(self, address, partners):
        conf = SyncObjConf(autoTick=True, raftMinTimeout=0.4, raftMaxTimeout=0.9)
        super().__init__(address, partners, conf)
        self._fees = {}
        self._turnover = 0
        self._notes = []

    @replicated
    def charge(self, boat, metres):
        fee = 12 + 3 * metres
        self._fees[boat] = self._fees.get(boat, 0) + fee
        self._turnover += fee
        if self._fees[boat] > 120:
            self.remark(f"{boat} owes {self._fees[boat]}", sync=True)
        return fee

    @replicated
    def pay(self, boat, amount):
        self._fees[boat] = self._fees.get(boat, 0) - amount
        return self._fees[boat]

    @replicated
    def remark(self, text):
        self._notes.append(text)
        return len(self._notes)

    def notes(self):
        return list(self._notes)

    def turnover(self):
        return self._turnover

    def owed(self):
        return dict(self._fees)
