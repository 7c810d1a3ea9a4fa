import threading

import zmq

from board import Board


class Player(threading.Thread):
    def __init__(self, name, context, kind, address, seconds, moves):
        super().__init__(name=name)
        self.socket = context.socket(kind)
        if kind == zmq.REP:
            self.socket.bind(address)
        else:
            self.socket.connect(address)
        self.begins = kind == zmq.REQ
        self.seconds = seconds
        self.moves = moves
        self.board = Board()

    def move(self):
        move = self.board.think(self.seconds)
        self.board.apply(move)
        self.socket.send_string(move)

    def run(self):
        if self.begins:
            self.move()
        for _ in range(self.moves):
            self.board.apply(self.socket.recv_string())
            self.move()


class Clock(threading.Thread):
    def __init__(self, players):
        super().__init__(name="clock", daemon=True)
        self.players = players
        self.stop = threading.Event()

    def run(self):
        while not self.stop.wait(20):
            print([len(player.board.moves) for player in self.players], flush=True)


def main():
    context = zmq.Context()
    address = "inproc://board"
    black = Player("black", context, zmq.REP, address, 1.3, 60)
    white = Player("white", context, zmq.REQ, address, 0.7, 60)
    Clock([white, black]).start()
    for player in (black, white):
        player.start()
    white.join(300)


if __name__ == "__main__":
    main()
