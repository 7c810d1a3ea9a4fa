"""Counters of the bank: a socketserver, a line for each wish."""

import socket
import socketserver
import threading
import time

from bank import Bank, TooLittle

ACCOUNTS = {"DE-1001": 50_000, "DE-1002": 20_000, "SE-4410": 90_000, "SE-4417": 1_000, "UK-0009": 12_500, "UK-0023": 400}
WISHES = [
    ["move DE-1001 DE-1002 700", "balance DE-1002", "move SE-4410 UK-0009 900"],
    ["balance SE-4417", "move SE-4417 SE-4417 5", "move UK-0009 SE-4410 1", "move UK-0023 DE-1001 9000"],
    ["balance UK-0009", "move DE-1002 SE-4417 100", "move DE-1001 UK-0023 250", "balance DE-1001"],
]


class Counter(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            word, *rest = line.decode().split()
            try:
                answer = self.serve(word, rest)
            except TooLittle as error:
                answer = f"too little on {error}"
            self.wfile.write(f"{answer}\n".encode())

    def serve(self, word, rest):
        bank = self.server.bank
        if word == "balance":
            return bank.balance(rest[0])
        return bank.move(rest[0], rest[1], int(rest[2]))


class House(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Counter)
        self.bank = Bank()
        for number, cents in ACCOUNTS.items():
            self.bank.open(number, cents)


def customer(address, wishes):
    with socket.create_connection(address) as sock, sock.makefile("rw") as line:
        for wish in wishes:
            time.sleep(0.05)
            line.write(wish + "\n")
            line.flush()
            print(wish, "->", line.readline().strip(), flush=True)


def main():
    house = House()
    threading.Thread(target=house.serve_forever, name="house", daemon=True).start()
    customers = [threading.Thread(target=customer, args=(house.server_address, wishes)) for wishes in WISHES]
    for thread in customers:
        thread.start()
    for thread in customers:
        thread.join()


if __name__ == "__main__":
    main()
