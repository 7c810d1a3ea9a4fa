# The initializer of a pool raises: each worker ends before it takes a job, and the pool starts the
# next one, for ever.
# https://github.com/python/cpython/issues/87472
import multiprocessing
import time

settings = {}


def prepare(path):
    time.sleep(0.2)
    settings["table"] = open(path).read()


def look_up(name):
    return settings["table"].find(name)


def main():
    with multiprocessing.Pool(2, initializer=prepare, initargs=("no-such-table.txt",)) as pool:
        print("READY", flush=True)
        print(pool.map(look_up, ["ada", "grace"]))  # <-- here


if __name__ == "__main__":
    main()
