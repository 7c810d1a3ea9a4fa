# A module submits work from its own body: the thread that hands the function over looks it up in the
# module, whose import is not done, and the import waits for the result.
# https://github.com/python/cpython/issues/155890
from concurrent.futures import ProcessPoolExecutor


def square(number):
    return number * number


if __name__ == "__main__":
    print("READY", flush=True)
    import executor_inside_of_an_import  # <-- also
else:
    with ProcessPoolExecutor(1) as executor:
        print(executor.submit(square, 3).result())  # <-- here
