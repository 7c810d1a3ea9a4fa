"""A receiver that writes its sentences to a serial line, or here: to a buffer."""


class Receiver:
    def __init__(self, count):
        self.count = count

    def sentences(self):
        for number in range(self.count):
            minutes = 30 + number * 0.125
            body = f"GPGLL,4916.45,N,123{minutes:05.2f},W,2254{number % 60:02d},A"
            check = 0
            for letter in body:
                check ^= ord(letter)
            yield f"${body}*{check:02X}".encode("ascii")
