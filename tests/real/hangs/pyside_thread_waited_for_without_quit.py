# The worker's thread runs an event loop, which nobody tells to end before it is waited for.
# https://doc.qt.io/qtforpython-6/PySide6/QtCore/QThread.html
from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer, Slot


class Worker(QObject):
    @Slot()
    def work(self):
        print("done", flush=True)


class Window(QObject):
    def __init__(self):
        super().__init__()
        self.thread_ = QThread()
        self.worker = Worker()
        self.worker.moveToThread(self.thread_)
        self.thread_.started.connect(self.worker.work)
        self.thread_.start()

    def close(self):
        print("READY", flush=True)
        self.thread_.wait()  # <-- here
        QCoreApplication.quit()


application = QCoreApplication([])
window = Window()
QTimer.singleShot(500, window.close)
application.exec()  # <-- also
