import multiprocessing
import time


def bottler(name, crates):
    while True:
        crate = crates.get()
        try:
            time.sleep(8)
            print(name, "filled", crate, flush=True)
        finally:
            crates.task_done()


def main():
    context = multiprocessing.get_context("spawn")
    crates = context.JoinableQueue()
    for name in ("line 1", "line 2"):
        context.Process(target=bottler, args=(name, crates), daemon=True).start()
    for crate in range(40):
        crates.put(crate)
    crates.join()
    print("all filled")


if __name__ == "__main__":
    main()
