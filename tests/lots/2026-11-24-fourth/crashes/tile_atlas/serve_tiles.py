"""Answers requests for tiles, in a pool of threads."""

import concurrent.futures
import os
import tempfile
import zlib

import atlas


class Tiles:
    def __init__(self):
        self.atlases = {}

    def add(self, name, path):
        self.atlases[name] = atlas.Atlas(path)

    def checksum(self, name, number):
        return zlib.crc32(self.atlases[name].tile(number))


def make(folder):
    tiles = [bytes([number]) * (16 + 16 * number) for number in range(60)]
    for name, order in (("north", "="), ("south", "="), ("old survey", ">")):
        path = os.path.join(folder, f"{name}.tiles")
        atlas.write(path, tiles, order)
        yield name, path


def main(folder):
    served = Tiles()
    for name, path in make(folder):
        served.add(name, path)
    requests = [(name, number) for name in served.atlases for number in (0, 1, 5, 59)]
    with concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix="request") as pool:
        for request, checksum in zip(requests, pool.map(lambda r: served.checksum(*r), requests)):
            print(*request, f"{checksum:08x}", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
