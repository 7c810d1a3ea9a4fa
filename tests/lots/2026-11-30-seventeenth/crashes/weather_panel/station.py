import random

from PyQt6.QtCore import QObject, QThread, pyqtSignal


class Probe(QThread):
    """Asks one instrument again and again."""

    measured = pyqtSignal(str, float)

    def __init__(self, name, parent):
        super().__init__(parent)
        self.setObjectName(name)
        self.wanted = True

    def run(self):
        rng = random.Random(self.objectName())
        while self.wanted:
            self.msleep(40)
            self.measured.emit(self.objectName(), rng.uniform(5, 25))

    def stop(self):
        self.wanted = False


class Station(QObject):
    changed = pyqtSignal(str)

    def __init__(self, name, instruments, parent=None):
        super().__init__(parent)
        self.name = name
        self.latest = {}
        self.probes = [Probe(instrument, self) for instrument in instruments]
        for probe in self.probes:
            probe.measured.connect(self.store)
            probe.start()

    def store(self, instrument, value):
        self.latest[instrument] = value
        if len(self.latest) == len(self.probes):
            self.changed.emit(self.name)

    def close(self):
        for probe in self.probes:
            probe.stop()
        self.deleteLater()
