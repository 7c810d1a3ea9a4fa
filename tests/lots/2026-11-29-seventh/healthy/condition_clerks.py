"""Clerks wait at a condition for a customer, who comes every seven seconds."""

import threading
import time

door = threading.Condition()
customers = []


def clerk():
    while True:
        with door:
            door.wait_for(lambda: customers)
            who = customers.pop()
        print(threading.current_thread().name, "serves", who, flush=True)


if __name__ == "__main__":
    for number in range(3):
        threading.Thread(target=clerk, name=f"clerk {number}", daemon=True).start()
    for number in range(1000):
        time.sleep(7)
        with door:
            customers.append(number)
            door.notify()
