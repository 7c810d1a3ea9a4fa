import sys

from PyQt6.QtCore import QCoreApplication, QTimer

import limits
from station import Station

STATIONS = {"Roof": ["thermometer", "hygrometer"], "Yard": ["thermometer", "barometer"]}


class Panel:
    """Shows one station after the other."""

    def __init__(self, application):
        self.application = application
        self.names = iter(STATIONS)
        self.station = None
        self.seen = 0
        self.turn = QTimer(application)
        self.turn.timeout.connect(self.next)
        self.turn.start(400)
        self.next()

    def next(self):
        if self.station is not None:
            self.station.close()
        name = next(self.names, None)
        if name is None:
            self.application.quit()
            return
        self.station = Station(name, STATIONS[name])
        self.station.changed.connect(self.show)

    def show(self, name):
        self.seen += 1
        values = ", ".join(f"{key} {limits.word(key, value)}" for key, value in self.station.latest.items())
        print(f"{name}: {values}", flush=True)


def main():
    application = QCoreApplication(sys.argv)
    panel = Panel(application)
    code = application.exec()
    print(panel.seen, "values")
    return code


if __name__ == "__main__":
    sys.exit(main())
