"""How much each tree of the orchard will bear."""

import os


class Probe:
    """The file of the probe in a tree; some of them are broken."""

    def __init__(self, number):
        self.number = number

    def moisture(self):
        if self.number % 97 == 96:
            os._exit(3)
        return 20 + self.number % 13


def harvest(row):
    moisture = Probe(int(row["tree"])).moisture()
    return row["age"] * 1.5 + moisture / 10
