"""A board with the water levels, one document for each viewer."""

import functools
import threading

from bokeh.models import ColumnDataSource, Div
from bokeh.plotting import figure

from readings import STATIONS, Stations


class Board:
    stations = Stations()

    def __init__(self, document):
        self.document = document
        self.levels = ColumnDataSource({"station": STATIONS, "level": [0.0] * len(STATIONS)})
        self.title = Div(text="Levels")
        self.shown = threading.Event()
        self.alarm = 2.0

    def build(self):
        plot = figure(x_range=STATIONS, height=260, title="Water levels (m)")
        plot.vbar(x="station", top="level", width=0.8, source=self.levels)
        self.document.add_root(self.title)
        self.document.add_root(plot)
        self.document.add_periodic_callback(self.refresh, 1500)

    def show(self, levels):
        self.levels.data = {"station": list(levels), "level": list(levels.values())}
        self.shown.set()

    def arrived(self, levels):
        self.document.add_next_tick_callback(functools.partial(self.show, levels))

    def refresh(self):
        self.shown.clear()
        self.stations.ask_all(self.arrived)
        self.shown.wait()
        high = [name for name, level in zip(*self.levels.data.values()) if level > self.alarm]
        self.title.text = f"High: {', '.join(high)}" if high else "Levels"


def make(document):
    Board(document).build()
