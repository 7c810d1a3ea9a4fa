# hang: cause=worker-died confidence=likely|possible python=3.8-3.15 core=no
import multiprocessing
import os
import signal


def work(queue):
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    context = multiprocessing.get_context("forkserver")
    queue = context.Queue()
    process = context.Process(target=work, args=(queue,))
    process.start()
    print("READY", flush=True)
    print(queue.get())  # <-- here
