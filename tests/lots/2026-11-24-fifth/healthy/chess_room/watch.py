"""Follows a game, and shows the clocks after each move."""

import logging
import queue

import room
import socketio

logging.basicConfig(level=logging.WARNING)


class Board:
    def __init__(self):
        self.moves = []
        self.clocks = {}

    def move(self, move, clocks):
        self.moves.append(move)
        self.clocks = clocks
        return f"{len(self.moves)}. {move} ({clocks['white']} s)"


class Watcher:
    def __init__(self, port):
        self.board = Board()
        self.lines = queue.Queue()
        self.client = socketio.Client(handle_sigint=False)
        self.client.on("moved", self.moved)
        self.client.connect(f"http://127.0.0.1:{port}", transports=["websocket"])

    def clocks(self):
        return self.client.call("ask_clock", timeout=None)

    def moved(self, data):
        clocks = self.clocks()
        self.lines.put(self.board.move(data["move"], clocks))

    def follow(self, moves):
        self.client.emit("ready")
        for _ in range(moves):
            yield self.lines.get()


def main():
    watcher = Watcher(room.started())
    print("clocks:", watcher.clocks(), flush=True)
    for line in watcher.follow(len(room.MOVES)):
        print(line, flush=True)
    watcher.client.disconnect()


if __name__ == "__main__":
    main()
