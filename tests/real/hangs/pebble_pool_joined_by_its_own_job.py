# A job of a thread pool joins the pool that it runs in: the pool waits until the job is done.
# https://github.com/noxdafox/pebble/issues/11
import pebble

pool = pebble.ThreadPool(max_workers=2)


def finish(name):
    print("READY", flush=True)
    pool.close()
    pool.join()  # <-- here
    return name


future = pool.schedule(finish, args=["last"])
print(future.result())  # <-- also
