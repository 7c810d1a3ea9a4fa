import logging
import multiprocessing
import os
import time

log = logging.getLogger("gatehouse")


def guard(number, opened, ready, steps):
    """One gate: prepares itself, waits until the day begins, and counts who comes in."""
    time.sleep(0.1 * number)
    with ready.get_lock():
        ready.value += 1
    opened.wait()
    came = 0
    for step in range(steps):
        came += (step * 7 + number) % 3
        time.sleep(0.01)
    log.info("gate %d: %d", number, came)


class Gatehouse:
    def __init__(self, gates):
        self.context = multiprocessing.get_context("fork")
        self.opened = self.context.Event()
        self.ready = self.context.Value("i", 0)
        self.gates = {n: self._gate(n) for n in range(gates)}

    def _gate(self, number):
        arguments = (number, self.opened, self.ready, 40)
        gate = self.context.Process(target=guard, args=arguments, name=f"gate {number}")
        gate.start()
        return gate

    def wait_until_ready(self):
        while self.ready.value < len(self.gates):
            time.sleep(0.05)

    def replace(self, number):
        """A gate whose settings are new has to be started anew."""
        old = self.gates[number]
        log.info("gate %d (pid %d of %d) is replaced", number, old.pid, os.getpid())
        old.terminate()
        old.join()
        self.gates[number] = self._gate(number)

    def open(self):
        self.opened.set()

    def close(self):
        for gate in self.gates.values():
            gate.join()
