"""The bench: a camera, its views, and series that are taken one after the other."""

import sys

from PyQt6.QtCore import QCoreApplication, QObject, Qt, QThread, QTimer

from camera import Camera, Sensor
from views import Histogram, Sharpness


class Series(QObject):
    """Pictures for some time. The sensor has one buffer, so a picture is done with before the next."""

    def __init__(self, name, length):
        super().__init__()
        self.name = name
        self.length = length
        self.thread = QThread()
        self.camera = Camera(Sensor())
        self.camera.moveToThread(self.thread)
        self.histogram = Histogram()
        self.sharpness = Sharpness()
        for view in (self.histogram, self.sharpness):
            self.camera.frame.connect(view.add, Qt.ConnectionType.BlockingQueuedConnection)
        self.thread.started.connect(self.camera.start)

    def begin(self):
        print("series", self.name, flush=True)
        self.thread.start()
        QTimer.singleShot(self.length, self.end)

    def end(self):
        self.camera.stop()
        self.thread.quit()
        self.thread.wait()
        print(self.name, self.histogram.pictures, "pictures", flush=True)
        QCoreApplication.quit()


def main():
    application = QCoreApplication(sys.argv)
    series = Series("onion skin", 2000)
    QTimer.singleShot(0, series.begin)
    clock = QTimer()
    clock.timeout.connect(lambda: print("pictures:", series.histogram.pictures, flush=True))
    clock.start(500)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
