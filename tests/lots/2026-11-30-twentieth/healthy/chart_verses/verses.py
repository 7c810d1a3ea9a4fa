"""All readings of longer and longer verses by a chart parser of nltk."""
import threading
import time

import nltk

GRAMMAR = nltk.CFG.fromstring("""
S -> NP VP
NP -> 'time' | 'flies' | 'an' NP | 'arrow' | NP PP | NP NP
VP -> 'flies' | 'like' NP | VP PP | VP NP
PP -> 'like' NP
""")


class Reader(threading.Thread):
    def __init__(self):
        super().__init__(name="reader")
        self.readings = {}

    def run(self):
        parser = nltk.EarleyChartParser(GRAMMAR, max_time=None)
        for length in range(1, 400):
            words = ["time"] + ["flies"] * (4 * length)
            self.readings[length] = parser.chart_parse(words).num_edges()


if __name__ == "__main__":
    reader = Reader()
    reader.start()
    while reader.is_alive():
        reader.join(5)
        print(reader.readings, flush=True)
        time.sleep(0)
