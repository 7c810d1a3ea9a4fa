# A window is made before there is an application.
# https://github.com/pytest-dev/pytest-qt/issues/468
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtWidgets import QMainWindow


class Window(QMainWindow):
    def __init__(self):
        super().__init__()  # <-- here
        self.setWindowTitle("report")


window = Window()
