# The workers were forked before the function existed: none of them can read the task, each dies of it.
# https://docs.python.org/3/library/multiprocessing.html#using-a-pool-of-workers
import multiprocessing

multiprocessing.set_start_method("fork")
pool = multiprocessing.Pool(2)


def square(number):
    return number * number


print("READY", flush=True)
print(pool.map(square, range(4)))  # <-- here
