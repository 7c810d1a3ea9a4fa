import json
import logging
import pathlib
import tempfile
import threading
import time

from gatehouse import Gatehouse

log = logging.getLogger("day")


class Settings:
    """The settings of the gates: a file that the office may write at any time."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.known = {}

    def changed(self):
        now = json.loads(self.path.read_text())
        numbers = [int(n) for n, value in now.items() if self.known.get(n, value) != value]
        self.known = now
        return numbers


def office(path):
    path.write_text(json.dumps({"0": "card", "1": "card", "2": "ticket"}))
    time.sleep(1.5)
    path.write_text(json.dumps({"0": "card", "1": "face", "2": "ticket"}))


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "gates.json")
        path.write_text("{}")
        house = Gatehouse(3)
        house.wait_until_ready()
        threading.Thread(target=office, args=(path,), name="office", daemon=True).start()
        settings = Settings(path)
        opening = time.monotonic() + 3
        while time.monotonic() < opening:
            time.sleep(0.2)
            try:
                numbers = settings.changed()
            except json.JSONDecodeError:
                continue
            for number in numbers:
                house.replace(number)
        house.open()
        log.info("the gates are open")
        house.close()


if __name__ == "__main__":
    main()
