"""Runs the host with a plugin."""

import argparse
import ctypes
import os

from plugin import Plugin, Table


class Host:
    def __init__(self, path):
        self.library = ctypes.CDLL(os.path.abspath(path))
        self.library.host_run.argtypes = [ctypes.POINTER(Table), ctypes.c_int]

    def run(self, plugin, number):
        return self.library.host_run(plugin.table, number)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--flags", type=lambda text: int(text, 0), default=0x30001)
    options = parser.parse_args()
    plugin = Plugin("printer", options.flags)
    print("sum", Host(options.library).run(plugin, 4), plugin.calls)


if __name__ == "__main__":
    main()
