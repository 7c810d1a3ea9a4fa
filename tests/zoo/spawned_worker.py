# zoo: cause=null-dereference signal=SIGSEGV child=yes
import ctypes
import multiprocessing


def job(size):
    ctypes.memset(0, 1, size)  # <-- here


if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=job, args=(10,))
    process.start()
    process.join()
    print("exit code", process.exitcode)
