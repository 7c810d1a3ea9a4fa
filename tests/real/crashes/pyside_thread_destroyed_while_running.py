# A QThread runs its loop while it is destroyed.
# https://github.com/pytest-dev/pytest-qt/issues/276
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QCoreApplication, QThread


def test_load():
    thread = QThread()
    thread.start()
    while not thread.isRunning():
        pass
    del thread  # <-- here


application = QCoreApplication([])
test_load()  # <-- also
