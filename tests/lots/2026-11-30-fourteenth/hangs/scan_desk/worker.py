import time

from PySide6.QtCore import QObject, QThread, Signal


class Scanner(QThread):
    """Scans page by page; whoever shows a page has it before the next one comes."""

    page = Signal(int, bytes)
    failed = Signal(str)

    def __init__(self, pages):
        super().__init__()
        self.pages = pages
        self.setObjectName("scanner")

    def run(self):
        for number in range(self.pages):
            if self.isInterruptionRequested():
                return
            time.sleep(0.1)
            self.page.emit(number, bytes(range(64)) * 16)


class Album(QObject):
    full = Signal()

    def __init__(self, room):
        super().__init__()
        self.room = room
        self.pages = []

    def add(self, number, picture):
        self.pages.append((number, len(picture)))
        print("page", number, flush=True)
        if len(self.pages) == self.room:
            self.full.emit()
