# A caller waits for an event in steps of a million seconds; the thread that was to set it has died.
# https://github.com/dask/distributed/issues/1030
import threading

done = threading.Event()


def run_callback(result):
    result.append(1 / len(result))
    done.set()


def sync():
    result = []
    threading.Thread(target=run_callback, args=(result,), name="loop").start()
    while not done.is_set():
        done.wait(1_000_000)  # <-- here
    return result[0]


print("READY", flush=True)
print(sync())
