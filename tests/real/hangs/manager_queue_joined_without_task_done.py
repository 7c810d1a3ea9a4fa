# The queue of a manager is waited for, and no worker ever says that a task is done.
# https://github.com/apache/airflow/pull/5200
import multiprocessing


def work(tasks):
    while True:
        print(tasks.get())  # <-- also


def main():
    with multiprocessing.Manager() as manager:
        tasks = manager.Queue()
        multiprocessing.Process(target=work, args=(tasks,), daemon=True).start()
        for number in range(3):
            tasks.put(number)
        print("READY", flush=True)
        tasks.join()  # <-- here


if __name__ == "__main__":
    main()
