import threading
import time


class Lorry(threading.Thread):
    def __init__(self, plate, gate, way, loads):
        super().__init__(name=plate)
        self.plate = plate
        self.gate = gate
        self.way = way
        self.loads = list(loads)
        self.delivered = 0

    def run(self):
        for load in self.loads:
            time.sleep(self.way)
            self.gate.drive_through(self.plate)
            self.unload(load)

    def unload(self, load):
        for _ in range(load):
            time.sleep(0.01)
            self.delivered += 1
