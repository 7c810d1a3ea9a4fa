# zoo: cause=null-dereference signal=SIGSEGV child=yes
import ctypes
import multiprocessing

CONTEXT = multiprocessing.get_context("fork")


def length(text):
    return ctypes.string_at(text)  # <-- here


def main():
    with CONTEXT.Pool(2) as pool:  # <-- started
        results = [pool.apply_async(length, (text,)) for text in (b"a", 0, b"b", 0, 0)]
        for result in results:
            try:
                print(result.get(timeout=1))
            except multiprocessing.TimeoutError:
                print("no answer")


main()
