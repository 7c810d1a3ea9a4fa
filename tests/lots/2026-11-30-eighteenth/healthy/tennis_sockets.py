import socket
import threading
import time


class Player(threading.Thread):
    def __init__(self, name, line, serves=False):
        super().__init__(name=name)
        self.line = line
        self.serves = serves

    def run(self):
        if self.serves:
            self.line.sendall(b"1\n")
        with self.line.makefile("rb") as balls:
            for ball in balls:
                time.sleep(7)
                print(self.name, int(ball), flush=True)
                self.line.sendall(b"%d\n" % (int(ball) + 1))


if __name__ == "__main__":
    left, right = socket.socketpair()
    players = [Player("left", left, serves=True), Player("right", right)]
    for player in players:
        player.start()
    for player in players:
        player.join()
