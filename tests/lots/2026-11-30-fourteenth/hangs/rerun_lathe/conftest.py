import threading
import time

import pytest
from lathe import Machine, Spindle


class Monitor(threading.Thread):
    """Notes the speed, as the control cabinet does."""

    def __init__(self, machine):
        super().__init__(name="monitor", daemon=True)
        self.machine = machine
        self.speeds = []
        self.ended = False

    def run(self):
        while not self.ended:
            self.speeds.append(self.machine.speed)
            time.sleep(0.1)


@pytest.fixture(scope="session")
def machine():
    machine = Machine()
    monitor = Monitor(machine)
    monitor.start()
    yield machine
    monitor.ended = True
    monitor.join()


@pytest.fixture(scope="session")
def spindle(machine):
    return Spindle(machine)
