import json


class Report:
    def __init__(self):
        self.rows = []

    def add(self, station, events):
        for when, ratio in events:
            self.rows.append({"station": station, "at": round(when, 1), "ratio": round(ratio, 1)})

    def text(self):
        return "\n".join(json.dumps(row) for row in self.rows)
