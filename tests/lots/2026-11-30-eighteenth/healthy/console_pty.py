import os
import threading
import time
import tty


class Device(threading.Thread):
    def __init__(self, fd):
        super().__init__(name="device", daemon=True)
        self.fd = fd

    def run(self):
        for number in range(100_000):
            time.sleep(8)
            os.write(self.fd, b"T=%d\r\n" % (20 + number % 5))


class Console:
    def __init__(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)

    def lines(self):
        Device(self.master).start()
        rest = b""
        while True:
            rest += os.read(self.slave, 256)
            *whole, rest = rest.split(b"\r\n")
            yield from whole


if __name__ == "__main__":
    for line in Console().lines():
        print(line.decode(), flush=True)
