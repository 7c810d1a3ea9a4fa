"""Nodes tell each other by UDP how they are; who is silent for a while is taken for away."""

import json
import random
import socket
import threading
import time


class Node(threading.Thread):
    def __init__(self, name, every, away_after=40):
        super().__init__(name=name, daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.address = self.socket.getsockname()
        self.every = every
        self.away_after = away_after
        self.peers = {}
        self.heard = {}
        self.lock = threading.Lock()
        self.random = random.Random(name)

    def know(self, *nodes):
        for node in nodes:
            if node is not self:
                self.peers[node.name] = node.address

    def tell(self):
        with self.lock:
            state = {name: time.monotonic() - at for name, at in self.heard.items()}
        message = json.dumps({"from": self.name, "heard": state}).encode()
        for address in self.random.sample(list(self.peers.values()), 2):
            self.socket.sendto(message, address)

    def listen(self):
        message = json.loads(self.socket.recv(4096))
        now = time.monotonic()
        with self.lock:
            self.heard[message["from"]] = now
            for name, age in message["heard"].items():
                self.heard[name] = max(self.heard.get(name, 0), now - age)

    def away(self):
        now = time.monotonic()
        with self.lock:
            return [name for name in self.peers if now - self.heard.get(name, now) > self.away_after]

    def run(self):
        threading.Thread(target=self.speak, name=f"{self.name} speaks", daemon=True).start()
        while True:
            self.listen()

    def speak(self):
        while True:
            time.sleep(self.every * self.random.uniform(0.8, 1.2))
            self.tell()
