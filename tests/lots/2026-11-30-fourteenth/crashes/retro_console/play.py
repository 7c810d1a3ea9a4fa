"""Run a cartridge of the old console."""

import argparse
import logging

from console.cartridge import demo
from console.machine import Machine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=10)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    cartridge = demo()
    machine = Machine()
    machine.insert(cartridge.code)
    for name, entry in cartridge.entries.items():
        print(name, machine.call(entry, options.count), flush=True)


if __name__ == "__main__":
    main()
