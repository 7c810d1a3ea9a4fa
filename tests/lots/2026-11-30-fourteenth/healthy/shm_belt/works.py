"""A packer at the end of the belt, who needs long for each parcel; the picker in front of it is fast."""

import multiprocessing
import time

from belt import Belt


def pack(name, number):
    belt = Belt(name)
    for _ in range(number):
        value = belt.take()
        time.sleep(9)
        print("packed", value, flush=True)
    belt.memory.close()


def main():
    belt = Belt()
    context = multiprocessing.get_context("spawn")
    packer = context.Process(target=pack, args=(belt.memory.name, 25), name="packer", daemon=True)
    packer.start()
    for value in range(25):
        belt.put(value)
    packer.join()
    belt.memory.close()
    belt.memory.unlink()


if __name__ == "__main__":
    main()
