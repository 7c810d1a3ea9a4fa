# A slot raises an exception: Qt has nobody to give it to.
# https://github.com/pyqtgraph/pyqtgraph/pull/1618
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PyQt6.QtCore import QCoreApplication, QTimer

PRICES = {"apples": 3}


def show():
    print(PRICES["pears"])  # <-- here


application = QCoreApplication([])
QTimer.singleShot(100, show)
application.exec()  # <-- also
