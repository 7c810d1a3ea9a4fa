# A slot that is a method of a panel raises when the working folder is gone.
# https://github.com/worldbank/GeoE3/issues/408
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PyQt5.QtWidgets import QApplication, QPushButton


class Panel(QPushButton):
    def __init__(self):
        super().__init__("next")
        self.clicked.connect(self.go_on)

    def go_on(self):
        self.files = os.listdir("/no/such/folder")  # <-- here


application = QApplication([])
panel = Panel()
panel.click()  # <-- also
