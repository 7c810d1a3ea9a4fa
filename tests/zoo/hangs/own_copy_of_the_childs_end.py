# hang: cause=worker-died confidence=likely core=no
import multiprocessing
import os


def measure(connection):
    connection.send("begun")
    os._exit(3)


if __name__ == "__main__":
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=measure, args=(theirs,))
    process.start()
    print("READY", flush=True)
    while True:
        print(ours.recv())  # <-- here
