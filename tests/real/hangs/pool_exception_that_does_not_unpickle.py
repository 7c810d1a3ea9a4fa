# A job raises an exception that cannot be unpickled: the pool's thread that reads results dies of it,
# and no result ever arrives.
# https://github.com/python/cpython/issues/79492
import multiprocessing


class ParseError(Exception):
    def __init__(self, file, line):
        super().__init__(f"{file}:{line}")


def parse(name):
    raise ParseError(name, 3)


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print("READY", flush=True)
        print(pool.apply(parse, ("a.txt",)))  # <-- here
