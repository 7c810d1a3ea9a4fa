from PyQt6.QtCore import QMutex, QMutexLocker, QThread, QWaitCondition, pyqtSignal


class Yarn:
    """Spools between the spinner and the looms."""

    def __init__(self):
        self.mutex = QMutex()
        self.there = QWaitCondition()
        self.spools = 0

    def put(self, number):
        with QMutexLocker(self.mutex):
            self.spools += number
        self.there.wakeAll()

    def take(self):
        with QMutexLocker(self.mutex):
            while not self.spools:
                self.there.wait(self.mutex)
            self.spools -= 1


class Loom(QThread):
    woven = pyqtSignal(str, int)

    def __init__(self, name, yarn, metres):
        super().__init__()
        self.setObjectName(name)
        self.yarn = yarn
        self.metres = metres

    def run(self):
        for metre in range(1, self.metres + 1):
            self.yarn.take()
            self.msleep(2500)
            self.woven.emit(self.objectName(), metre)
