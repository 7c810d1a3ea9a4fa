import threading

import pandas as pd


class Mirror:
    def __init__(self, source, size=200):
        self.source = source
        self.size = size
        self.lock = threading.Lock()
        self.seen = {}
        self.last = 0

    def _take(self, page):
        new = 0
        for number, name, changed in page:
            if number not in self.seen:
                new += 1
            self.seen[number] = (name, changed)
        return new

    def sync(self):
        with self.lock:
            while True:
                page = self.source.page(self.last, self.size)
                self._take(page)
                if len(page) < self.size:
                    break
                self.last = page[-1][2]
            return len(self.seen)

    def frame(self):
        frame = pd.DataFrame.from_dict(self.seen, orient="index", columns=["name", "changed"])
        return frame.assign(changed=pd.to_datetime(frame["changed"], unit="s"))
