import signal
import sys
import threading
import time

import schedule

from heating import Boiler
import telemetry


class House:
    def __init__(self):
        self.boiler = Boiler()
        schedule.every(11).seconds.do(self.boiler.heat, seconds=4)
        schedule.every(25).seconds.do(self.report)

    def report(self):
        print(f"{self.boiler.degrees:.1f} degrees", flush=True)

    def shower(self):
        while True:
            time.sleep(3)
            self.boiler.cool()

    def run(self):
        threading.Thread(target=self.shower, name="shower", daemon=True).start()
        while True:
            time.sleep(max(schedule.idle_seconds() or 0, 0))
            schedule.run_pending()


if __name__ == "__main__":
    with telemetry.running():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        House().run()
