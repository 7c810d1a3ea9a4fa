# zoo: cause=null-dereference signal=SIGSEGV child=yes
import ctypes
import multiprocessing


def job(number):
    if number == 3:
        ctypes.memset(0, number, 10)  # <-- here


def main():
    context = multiprocessing.get_context("fork")
    for number in range(4):
        process = context.Process(target=job, args=(number,))
        process.start()
        process.join()
    print("exit codes seen")


main()
