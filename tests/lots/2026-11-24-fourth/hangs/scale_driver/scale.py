"""The driver of a laboratory scale on a serial line."""

import serial


class Scale:
    def __init__(self, port):
        self.line = serial.Serial(port, 9600, timeout=None)

    def _ask(self, command):
        self.line.write(command.encode() + b"\r\n")
        answer = self.line.read_until(b"\r\n")
        return answer.decode().strip()

    def identify(self):
        return self._ask("I4")

    def weight(self):
        kind, state, value, unit = self._ask("S").split()
        if state != "S":
            raise ValueError("the weight is not stable")
        return float(value), unit

    def close(self):
        self.line.close()
