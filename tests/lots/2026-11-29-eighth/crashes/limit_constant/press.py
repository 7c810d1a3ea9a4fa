"""Settings of a press, which are variables of its library; and a panel that changes them."""

import ctypes
import signal
import sys
import threading
import time


class Variable:
    """A variable of the library as an attribute."""

    def __init__(self, symbol):
        self.symbol = symbol

    def of(self, press):
        return ctypes.c_int.in_dll(press.library, self.symbol)

    def __get__(self, press, owner):
        return self if press is None else self.of(press).value

    def __set__(self, press, value):
        self.of(press).value = value


class Press:
    speed = Variable("press_speed")
    limit = Variable("press_limit")

    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def faster(self, by):
        return self.library.press_faster(by)


class Panel:
    def __init__(self, press):
        self.press = press
        self.asked = threading.Event()
        signal.signal(signal.SIGUSR1, lambda *_: self.asked.set())

    def set(self, name, value):
        before = getattr(self.press, name)
        setattr(self.press, name, value)
        print(f"{name}: {before} -> {value}", flush=True)


def main():
    panel = Panel(Press(sys.argv[1]))
    clock = threading.Thread(target=time.sleep, args=[30], name="clock", daemon=True)
    clock.start()
    panel.set("speed", 80)
    print("faster:", panel.press.faster(30), flush=True)
    panel.set("limit", 200)
    print("faster:", panel.press.faster(30), flush=True)


if __name__ == "__main__":
    main()
