"""Heat in a plate is computed, step by step, until nothing changes: it takes minutes."""

import threading
import time

import numpy

plate = numpy.zeros((500, 500))
plate[0] = 100
steps = 0


def tell():
    while True:
        time.sleep(2)
        print(steps, float(plate[10].mean()), flush=True)


threading.Thread(target=tell, daemon=True, name="tell").start()
change = 1.0
while change > 1e-5:
    new = (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]) / 4
    change = float(abs(new - plate[1:-1, 1:-1]).max())
    plate[1:-1, 1:-1] = new
    steps += 1
    time.sleep(0.02)
