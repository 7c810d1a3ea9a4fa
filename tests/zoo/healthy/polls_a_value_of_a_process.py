# healthy:
import multiprocessing
import time


def load(loaded):
    while True:
        time.sleep(30)
        loaded.value += 1


def wait_for(loaded, count):
    while loaded.value < count:
        time.sleep(0.02)


if __name__ == "__main__":
    loaded = multiprocessing.Value("i", 0)
    context = multiprocessing.get_context("fork")
    context.Process(target=load, args=(loaded,), daemon=True).start()
    print("READY", flush=True)
    wait_for(loaded, 10)
