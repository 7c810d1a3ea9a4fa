"""Pictures and what is made of them."""

import hashlib


class Picture:
    def __init__(self, name, size):
        self.name, self.size = name, size

    @property
    def broken(self):
        return self.size == 0

    def thumbnail(self):
        return hashlib.sha1(f"{self.name}{self.size}".encode()).hexdigest()[:12]


def folder(count):
    return [Picture(f"IMG_{number:04}.jpg", number * 7 % 31) for number in range(count)]
