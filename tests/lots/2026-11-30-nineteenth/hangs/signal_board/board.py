import threading
import time

import urwid

from wire import Wire


class Board:
    """Which signals of the line stand how; commands come in over the wire."""

    def __init__(self, loop):
        self.loop = loop
        self.signals = {number: "stop" for number in range(1, 2401)}
        self.rows = urwid.SimpleFocusListWalker([])
        self.wire = Wire(loop, self.taken)
        self.changes = 0
        self.commands = {"set": self.set_one, "zone": self.set_zone, "shown": self.shown}

    def taken(self, kind, text):
        self.commands[kind](text)

    def set_one(self, text):
        number, state = text.split()
        self.signals[int(number)] = state
        self.changes += 1
        self.wire.send("shown", f"signal {number} on the line to the coast: {state}")

    def set_zone(self, text):
        first, last, state = text.split()
        for number in range(int(first), int(last) + 1):
            self.signals[number] = state
            self.wire.send("shown", f"signal {number} on the line to the coast: {state}")
        self.changes += 1

    def shown(self, text):
        self.rows.append(urwid.Text(text))
        del self.rows[:-20]

    def tick(self):
        print(f"{self.changes} changes, {len(self.rows)} rows", flush=True)
        self.loop.alarm(2, self.tick)


def operator(board):
    for number in range(1, 9):
        board.wire.send("set", f"{number} clear")
        time.sleep(0.1)
    board.wire.send("zone", "100 180 clear")
    time.sleep(1)
    board.wire.send("zone", "200 2400 clear")


def main():
    loop = urwid.SelectEventLoop()
    board = Board(loop)
    board.tick()
    threading.Thread(target=operator, args=(board,), name="operator", daemon=True).start()
    loop.run()


if __name__ == "__main__":
    main()
