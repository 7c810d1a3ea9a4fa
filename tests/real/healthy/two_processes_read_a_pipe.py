# Two processes take jobs from one pipe; a third one puts one there every two seconds.
import multiprocessing
import time

context = multiprocessing.get_context("fork")


def serve(jobs):
    while True:
        print(jobs.get())


if __name__ == "__main__":
    jobs = context.SimpleQueue()
    for _ in range(2):
        context.Process(target=serve, args=(jobs,), daemon=True).start()
    print("READY", flush=True)
    for number in range(1000):
        jobs.put(number)
        time.sleep(2)
