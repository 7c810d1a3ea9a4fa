# A lock of multiprocessing serves as a signal: a child gives it back when it is done, after minutes.
import multiprocessing
import time


def child(done):
    time.sleep(120)
    done.release()


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    done = context.Lock()
    done.acquire()
    context.Process(target=child, args=(done,)).start()
    print("READY", flush=True)
    done.acquire()
