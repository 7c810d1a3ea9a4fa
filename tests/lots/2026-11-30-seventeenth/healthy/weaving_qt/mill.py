import signal
import sys

from PyQt6.QtCore import QCoreApplication, QTimer

from loom import Loom, Yarn
from orders import Orders


class Mill:
    def __init__(self, application):
        self.application = application
        self.yarn = Yarn()
        self.orders = Orders()
        self.looms = [Loom(name, self.yarn, 6) for name in ("jacquard", "dobby", "treadle")]
        self.running = len(self.looms)
        self.spinner = QTimer(interval=13_000)
        self.spinner.timeout.connect(self.spin)
        for loom in self.looms:
            loom.woven.connect(self.woven)
            loom.finished.connect(self.finished)
            loom.start()
        self.spinner.start()

    def spin(self):
        self.yarn.put(2)

    def woven(self, name, metre):
        print(f"{name}: {metre} m, for the {self.orders.metre()}", flush=True)

    def finished(self):
        self.running -= 1
        if not self.running:
            self.application.quit()


def main():
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    application = QCoreApplication(sys.argv)
    mill = Mill(application)
    code = application.exec()
    for loom in mill.looms:
        loom.wait()
    return code


if __name__ == "__main__":
    sys.exit(main())
