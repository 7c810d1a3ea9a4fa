# hang: cause=deadlock confidence=certain python=3.8-3.15 first=yes core=no
import multiprocessing
import time


def move(source, target):
    with source:  # <-- here
        time.sleep(0.3)
        with target:  # <-- here
            pass


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    one, two = context.Lock(), context.Lock()
    pairs = {"there": (one, two), "back": (two, one)}
    processes = [context.Process(target=move, args=pairs[name], name=name) for name in pairs]
    print("READY", flush=True)
    for process in processes:
        process.start()
    for process in processes:
        process.join()
