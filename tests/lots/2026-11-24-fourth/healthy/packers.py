"""Packs records as small as it gets, in threads, while the main thread waits."""

import concurrent.futures
import random

import zstandard


def records(seed, count):
    chance = random.Random(seed)
    words = [bytes(chance.randrange(97, 123) for _ in range(7)) for _ in range(3000)]
    return b" ".join(chance.choices(words, k=count))


def pack(seed):
    data = records(seed, 900_000)
    compressor = zstandard.ZstdCompressor(level=22, write_checksum=True)
    size = 0
    for _ in range(60):
        size = len(compressor.compress(data))
    return size / len(data)


def main():
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="packer") as pool:
        for ratio in pool.map(pack, range(20)):
            print(f"{ratio:.3f}", flush=True)


if __name__ == "__main__":
    main()
