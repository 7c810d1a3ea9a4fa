"""The ledger of the granary, a file of SQLite through dataset."""

import dataset


class Ledger:
    def __init__(self, path):
        self.db = dataset.connect(
            f"sqlite:///{path}", engine_kwargs={"connect_args": {"timeout": 86400}}
        )
        self.entries = self.db["entries"]
        self.entries.insert({"farm": "opening", "sacks": 0, "kind": "none"})
        self.notices = self.db["notices"]
        self.notices.insert({"text": "ledger opened"})

    def book(self, farm, sacks, kind):
        self.entries.insert({"farm": farm, "sacks": sacks, "kind": kind})

    def notice(self, text):
        self.notices.insert({"text": text})

    def by_kind(self):
        kinds = {}
        for row in self.entries.all(order_by="kind"):
            kinds[row["kind"]] = kinds.get(row["kind"], 0) + row["sacks"]
        return kinds

    def told(self):
        return [row["text"] for row in self.notices.all()]

    def sacks(self):
        return sum(row["sacks"] for row in self.entries.all())
