# Two processes look at a dictionary of a manager now and then.
import multiprocessing
import time

context = multiprocessing.get_context("spawn")


def count(state):
    while True:
        state["count"] = state.get("count", 0) + 1
        time.sleep(2)


if __name__ == "__main__":
    with context.Manager() as manager:
        state = manager.dict()
        context.Process(target=count, args=(state,), daemon=True).start()
        print("READY", flush=True)
        while state.get("count", 0) < 1000:
            time.sleep(1)
