# The result is asked for after the `with` block, whose end terminated the pool.
# https://github.com/python/cpython/issues/126743
import multiprocessing
import time


def resize(image):
    time.sleep(0.5)
    return image.upper()


if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        result = pool.apply_async(resize, ("cat",))
    print("READY", flush=True)
    print(result.get())  # <-- here
