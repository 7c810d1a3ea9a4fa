# The main thread waits for a QThread to end, which asks it for something and waits for the answer.
# https://github.com/commaai/openpilot/pull/32620
from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, Signal, Slot


class Camera(QThread):
    connected = Signal(str)

    def run(self):
        self.msleep(300)
        self.connected.emit("front")  # <-- here


class View(QObject):
    @Slot(str)
    def show(self, name):
        print(name)


app = QCoreApplication([])
camera, view = Camera(), View()
camera.connected.connect(view.show, Qt.ConnectionType.BlockingQueuedConnection)
camera.start()
print("READY", flush=True)
camera.wait()  # <-- here
