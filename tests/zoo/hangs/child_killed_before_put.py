# hang: cause=worker-died confidence=certain|likely first=yes core=no
import multiprocessing
import os
import signal


def work(results):
    os.kill(os.getpid(), signal.SIGKILL)
    results.put("done")


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    worker = context.Process(target=work, args=(results,))
    worker.start()
    print("READY", flush=True)
    print(results.get())  # <-- here
    worker.join()
