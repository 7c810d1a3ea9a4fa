"""A report of seasons, with what the settings were in each of them."""

import settings


class Report:
    def __init__(self, row):
        self.row = row
        self.seasons = []

    def season(self, name, days):
        out = self.row.season(days)
        self.seasons.append((name, settings.INFLOW, settings.LEAK, out, self.row.levels.copy()))

    def show(self):
        for name, inflow, leak, out, levels in self.seasons:
            print(f"{name}: {inflow} in, {leak} lost, {out:.2f} out")
            print("    levels", " ".join(f"{level:.2f}" for level in levels))
