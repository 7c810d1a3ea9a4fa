"""A bench takes a stone from the link before it, works at it, and puts it into the link behind."""

import hashlib


class Bench:
    def __init__(self, name, before, behind, batch):
        self.name = name
        self.before = before
        self.behind = behind
        self.batch = batch

    def rough(self, number):
        return {"number": number, "bench": self.name, "facets": bytes(900), "turns": 0}

    def work_at(self, stone):
        stone["turns"] += 1
        stone["mark"] = hashlib.sha256(stone["facets"]).hexdigest()[:8]
        stone["bench"] = self.name
        return stone

    def run(self):
        for number in range(self.batch):
            self.behind.put(self.rough(number))
        done = []
        while len(done) < self.batch:
            stone = self.work_at(self.before.get())
            if stone["turns"] == 3:
                done.append(stone)
            else:
                self.behind.put(stone)
        print(self.name, "has", len(done), "stones", flush=True)
