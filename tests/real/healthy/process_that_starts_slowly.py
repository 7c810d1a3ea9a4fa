# A child loads for long before it says that it is ready.
import multiprocessing
import time

context = multiprocessing.get_context("spawn")


def serve(ready):
    time.sleep(300)
    ready.set()


if __name__ == "__main__":
    ready = context.Event()
    context.Process(target=serve, args=(ready,), daemon=True).start()
    print("READY", flush=True)
    while not ready.wait(0.5):
        print("waiting")
