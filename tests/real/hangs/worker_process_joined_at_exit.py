# The program is over; at its exit it joins a worker that waits for jobs, and none says it may end.
# https://docs.python.org/3/library/multiprocessing.html#multiprocessing.Process.daemon
import multiprocessing

context = multiprocessing.get_context("forkserver")


def work(jobs, results):
    while True:
        job = jobs.get()  # <-- here
        if job is None:
            return
        results.put(job * 2)


if __name__ == "__main__":
    jobs, results = context.Queue(), context.Queue()
    context.Process(target=work, args=(jobs, results), name="worker").start()
    jobs.put(21)
    print(results.get())
    print("READY", flush=True)
