"""Reads the letters of several boxes as they come."""

import selectors

from post import Office, connect


class Box:
    def __init__(self, connection):
        self.connection = connection
        self.rest = b""

    def fileno(self):
        return self.connection.fileno()

    def lines(self):
        self.rest += self.connection.recv(24)
        *lines, self.rest = self.rest.split(b"\n")
        return [line.decode() for line in lines]

    def thank(self):
        self.connection.sendall(b"!")


class Reader:
    def __init__(self, boxes):
        self.selector = selectors.DefaultSelector()
        for box in boxes:
            self.selector.register(box, selectors.EVENT_READ)

    def letters(self):
        while True:
            for key, _ in self.selector.select():
                for letter in key.fileobj.lines():
                    yield letter
                    key.fileobj.thank()


def main():
    office = Office([["from aunt Emmy"], ["a bill of the mill", "a card from the lake"], ["adieu"]])
    office.start()
    for letter in Reader([Box(connect(office))]).letters():
        print(letter, flush=True)


if __name__ == "__main__":
    main()
