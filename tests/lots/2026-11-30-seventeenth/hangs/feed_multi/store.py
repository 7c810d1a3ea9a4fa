"""Where pages are kept while they come in, with a limit for all of them together."""


class Room:
    """Bytes that may be in memory at a time."""

    def __init__(self, size):
        self.left = size

    def take(self, number):
        if number > self.left:
            return False
        self.left -= number
        return True

    def give_back(self, number):
        self.left += number


class Page:
    def __init__(self, name, room):
        self.name = name
        self.room = room
        self.parts = []
        self.size = 0

    def add(self, part):
        if not self.room.take(len(part)):
            return False
        self.parts.append(part)
        self.size += len(part)
        return True

    def finish(self):
        text = b"".join(self.parts)
        self.parts.clear()
        self.room.give_back(self.size)
        return text
