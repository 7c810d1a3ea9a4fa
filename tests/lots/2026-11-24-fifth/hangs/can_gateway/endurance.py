"""An endurance run: notes the temperature whenever the control unit reports trouble."""

import argparse
import logging
import queue
import time

import can
from bus import Bench, ControlUnit

logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
log = logging.getLogger("endurance")
TEMPERATURE, SPEED = 0xF405, 0xF40C


class TroubleLog(can.Listener):
    """Adds to each report of trouble how warm the engine was."""

    def __init__(self):
        self.bench = None
        self.entries = queue.Queue()

    def on_message_received(self, msg):
        if msg.arbitration_id != 0x100:
            return
        reading = self.bench.read_identifier(TEMPERATURE)
        self.entries.put((msg.data[0], reading.value))

    def on_error(self, exc):
        log.error("%r", exc)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--channel", default="bench")
    options = parser.parse_args()
    unit = ControlUnit(options.channel)
    trouble = TroubleLog()
    bench = Bench(options.channel, trouble)
    trouble.bench = bench
    for _ in range(3):
        log.info("speed %d", bench.read_identifier(SPEED).value)
        time.sleep(0.2)
    unit.trouble(17)
    code, degrees = trouble.entries.get()
    log.info("trouble %d at %d degrees", code, degrees)
    bench.close()


if __name__ == "__main__":
    main()
