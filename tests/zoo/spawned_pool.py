# zoo: cause=null-dereference signal=SIGSEGV child=yes
import ctypes
import multiprocessing


def parse(text):
    return ctypes.c_int.from_address(len(text)).value  # <-- here


def main():
    with multiprocessing.get_context("spawn").Pool(1) as pool:  # <-- started
        try:
            pool.map_async(parse, ["", "four"]).get(timeout=4)
        except multiprocessing.TimeoutError:
            print("no answer")


if __name__ == "__main__":
    main()
