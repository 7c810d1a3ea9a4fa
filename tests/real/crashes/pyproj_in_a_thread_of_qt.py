# Coordinates are transformed in threads that Qt made.
# https://github.com/pyproj4/pyproj/issues/1509
from pyproj import Transformer
from PySide6.QtCore import QRunnable, QThreadPool


class Transform(QRunnable):
    def run(self):
        transformer = Transformer.from_crs("EPSG:4326", "EPSG:32633", always_xy=True)  # <-- here
        transformer.transform(16.3738, 48.2082)  # <-- here


pool = QThreadPool.globalInstance()
for _ in range(300):
    pool.start(Transform())
pool.waitForDone()
