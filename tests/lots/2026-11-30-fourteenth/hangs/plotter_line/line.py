import os
import struct
import termios
import tty


class Line:
    """A serial line, raw as far as the plotter's manual asks for it."""

    def __init__(self, path):
        self.fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
        mode = termios.tcgetattr(self.fd)
        mode[tty.IFLAG] &= ~(termios.ICRNL | termios.INLCR | termios.ISTRIP)
        mode[tty.OFLAG] &= ~termios.OPOST
        mode[tty.LFLAG] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        termios.tcsetattr(self.fd, termios.TCSANOW, mode)

    def send(self, data):
        while data:
            data = data[os.write(self.fd, data) :]

    def receive(self, size):
        data = b""
        while len(data) < size:
            data += os.read(self.fd, size - len(data))
        return data

    def close(self):
        os.close(self.fd)


class Plotter:
    POSITION = struct.Struct(">HH")

    def __init__(self, line):
        self.line = line
        self.sent = 0

    def move(self, x, y, pen):
        self.line.send(struct.pack(">BHH", 0x80 | pen, x, y))
        self.sent += 1

    def position(self):
        return self.POSITION.unpack(self.line.receive(self.POSITION.size))

    def polygon(self, points, pen=1):
        points = list(points)
        self.move(*points[0], 0)
        for x, y in [*points[1:], points[0]]:
            self.move(x, y, pen)
        where = self.position()
        if where != points[0]:
            raise ValueError(f"the pen is at {where}, not {points[0]}")
