"""Scan a pile of paper into albums: python desk.py"""

import argparse
import signal
import sys

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from worker import Album, Scanner


class Desk(QObject):
    def __init__(self, pages, room, seconds):
        super().__init__()
        self.album = Album(room)
        self.scanner = Scanner(pages)
        self.scanner.page.connect(self.album.add, Qt.ConnectionType.BlockingQueuedConnection)
        self.scanner.finished.connect(QCoreApplication.quit)
        self.album.full.connect(self.stop)
        self.clock = QTimer(self, interval=200)
        self.clock.timeout.connect(self.tick)
        self.limit = QTimer(self, singleShot=True, interval=int(1000 * seconds))
        self.limit.timeout.connect(self.stop)
        self.ticks = 0

    def tick(self):
        self.ticks += 1

    def start(self):
        self.clock.start()
        self.limit.start()
        self.scanner.start()

    def stop(self):
        self.scanner.requestInterruption()
        self.scanner.wait()
        print(len(self.album.pages), "pages are in the album", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=80)
    parser.add_argument("--room", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=2.45)
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = QCoreApplication(sys.argv)
    desk = Desk(options.pages, options.room, options.seconds)
    desk.start()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
