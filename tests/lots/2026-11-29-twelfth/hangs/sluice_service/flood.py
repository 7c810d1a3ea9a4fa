"""The water rises: open the gates step by step."""

import logging

from sluice.client import Client
from sluice.gate import Gate
from sluice.server import Server

LEVELS = [110, 140, 175, 230]


def main():
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    with Server([Gate("north", 80), Gate("south", 150)]) as server:
        client = Client(server.server_address)
        before = 100
        for level in LEVELS:
            for gate in server.gates:
                print(level, gate, client.open_by(gate, level - before), flush=True)
            before = level


if __name__ == "__main__":
    main()
