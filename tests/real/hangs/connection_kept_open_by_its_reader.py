# A child dies without an answer; its parent has the child's end of the connection open itself, so
# that the end of file never comes.
# https://github.com/spack/spack/pull/39015
import multiprocessing
import os


def build(results):
    os._exit(1)


def main():
    mine, theirs = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.Process(target=build, args=(theirs,))
    child.start()
    print("READY", flush=True)
    print(mine.recv())  # <-- here
    child.join()


if __name__ == "__main__":
    main()
