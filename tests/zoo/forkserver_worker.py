# zoo: cause=null-dereference signal=SIGSEGV child=yes first=yes
import ctypes
import multiprocessing


def fill(size):
    ctypes.memset(None, 1, size)  # <-- here


def launch(context):
    process = context.Process(target=fill, args=(64,))
    process.start()  # <-- started
    return process


if __name__ == "__main__":
    worker = launch(multiprocessing.get_context("forkserver"))
    worker.join()
    print("exit code", worker.exitcode)
