"""Controls pumps: each is driven by a child process, which is ended when its tank is full.

Signals are taken by one thread, so that nothing is interrupted in the middle of an order.
"""

import logging
import signal
import subprocess
import sys
import threading
import time

log = logging.getLogger("pumps")
MINE = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
DRIVER = "import time\nwhile True: time.sleep(1)"


class Pump:
    def __init__(self, name, litres):
        self.name = name
        self.litres = litres
        self.driver = None

    def start(self):
        self.driver = subprocess.Popen([sys.executable, "-c", DRIVER, self.name])
        log.info("%s runs as %d", self.name, self.driver.pid)

    def stop(self):
        self.driver.terminate()
        code = self.driver.wait()
        log.info("%s ended with %s", self.name, code)


class Signals(threading.Thread):
    def __init__(self, pumps):
        super().__init__(name="signals", daemon=True)
        self.pumps = pumps

    def run(self):
        while True:
            number = signal.sigwait(MINE)
            log.warning("got %s", signal.Signals(number).name)
            for pump in self.pumps:
                pump.stop()


def fill(pumps):
    for pump in pumps:
        pump.start()
    for pump in sorted(pumps, key=lambda pump: pump.litres):
        time.sleep(pump.litres / 1000)
        pump.stop()
        print(pump.name, "is full", flush=True)


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    signal.pthread_sigmask(signal.SIG_BLOCK, MINE)
    pumps = [Pump("north", 400), Pump("mill", 900), Pump("harbour", 700)]
    Signals(pumps).start()
    fill(pumps)


if __name__ == "__main__":
    main()
