"""Lines that can be given back."""


class Lines:
    def __init__(self, text):
        self._lines = [line.rstrip() for line in text.splitlines()][::-1]
        self.number = 0

    def __bool__(self):
        return bool(self._lines)

    def take(self):
        self.number += 1
        return self._lines.pop()

    def give_back(self, line):
        self.number -= 1
        self._lines.append(line)
