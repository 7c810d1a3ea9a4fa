"""Services: threads that say when they are ready, in the order of their needs."""

import logging
import threading

log = logging.getLogger("service")


class Service(threading.Thread):
    needs = ()

    def __init__(self, house):
        super().__init__(name=type(self).__name__.lower(), daemon=True)
        self.house = house
        self.ready = threading.Event()
        self.halt = threading.Event()

    def prepare(self):
        pass

    def step(self):
        self.halt.wait(0.5)

    def run(self):
        self.prepare()
        self.ready.set()
        while not self.halt.is_set():
            self.step()


class House:
    def __init__(self, *kinds):
        self.services = {}
        for kind in kinds:
            self.services[kind.__name__] = kind(self)

    def __getitem__(self, name):
        return self.services[name]

    def open(self):
        for service in self.services.values():
            for need in service.needs:
                self[need].ready.wait()
            service.start()
            log.info("%s started", service.name)
        for service in self.services.values():
            service.ready.wait()
        return self

    def close(self):
        for service in self.services.values():
            service.halt.set()
        for service in self.services.values():
            service.join()
