"""Prints the timetables of the day; a clock ticks on the wall."""

import threading
import time

import recipe
from order import Order, Timetable


def tick():
    while True:
        time.sleep(1)


def show(title, text):
    print(title, flush=True)
    for line in Timetable(Order(recipe.Recipe(text))).lines():
        print(line, flush=True)


if __name__ == "__main__":
    threading.Thread(target=tick, name="clock", daemon=True).start()
    show("Bread", recipe.BREAD)
    show("Stew", recipe.STEW)
