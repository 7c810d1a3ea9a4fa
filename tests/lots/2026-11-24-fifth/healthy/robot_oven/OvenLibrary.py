import threading
import time


class OvenLibrary:
    ROBOT_LIBRARY_SCOPE = "GLOBAL"

    def __init__(self):
        self.changed = threading.Condition()
        self.degrees = 20
        threading.Thread(target=self.heat, name="oven", daemon=True).start()

    def heat(self):
        while True:
            time.sleep(6)
            with self.changed:
                self.degrees += 12
                self.changed.notify_all()

    def heat_to(self, degrees):
        with self.changed:
            self.changed.wait_for(lambda: self.degrees >= int(degrees))
