# Three processes take turns with a locked file.
import fcntl
import multiprocessing
import time

context = multiprocessing.get_context("fork")


def write(name):
    while True:
        with open("turn.lock", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            time.sleep(1.5)


if __name__ == "__main__":
    for name in ("b", "c"):
        context.Process(target=write, args=(name,), daemon=True).start()
    print("READY", flush=True)
    write("a")
