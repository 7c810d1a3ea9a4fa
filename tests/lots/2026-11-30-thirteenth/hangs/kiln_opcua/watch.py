import logging
import socket
import threading
import time

from asyncua.sync import Client, ThreadLoop
from server import KilnServer

log = logging.getLogger("watch")


class Alarm:
    """Is told of each new temperature, and looks whether it is above the kiln's limit."""

    def __init__(self, limit):
        self.limit = limit
        self.rung = threading.Event()
        self.seen = 0

    def datachange_notification(self, node, value, data):
        self.seen += 1
        if value > 60 and value > self.limit.read_value():
            log.warning("%.1f degrees", value)
            self.rung.set()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def main():
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    kiln = KilnServer(free_port())
    kiln.start()
    kiln.ready.wait()
    with ThreadLoop(timeout=None) as tloop, Client(kiln.url, tloop=tloop) as client:
        objects = client.nodes.objects
        temperature = objects.get_child(["2:Kiln", "2:Temperature"])
        alarm = Alarm(objects.get_child(["2:Kiln", "2:Limit"]))
        subscription = client.create_subscription(200, alarm)
        subscription.subscribe_data_change(temperature)
        started = time.monotonic()
        alarm.rung.wait()
        print(f"rung after {time.monotonic() - started:.1f} s, {alarm.seen} values", flush=True)
        subscription.delete()


if __name__ == "__main__":
    main()
