# The workers of a pool load a model before they take their first job.
# https://docs.python.org/3/library/multiprocessing.html#multiprocessing.pool.Pool
import multiprocessing
import time


def load():
    time.sleep(60)


def predict(number):
    return number * 2


def main():
    with multiprocessing.Pool(2, initializer=load) as pool:
        print("READY", flush=True)
        print(pool.map(predict, range(4)))


if __name__ == "__main__":
    main()
