# Workers wait for an event of a manager; who would set it failed before, and joins them.
# https://docs.python.org/3/library/multiprocessing.html#multiprocessing.managers.SyncManager.Event
import multiprocessing


def work(go, number):
    go.wait()  # <-- here
    print(number)


def main():
    with multiprocessing.Manager() as manager:
        go = manager.Event()
        workers = [multiprocessing.Process(target=work, args=(go, n)) for n in range(2)]
        for one in workers:
            one.start()
        print("READY", flush=True)
        try:
            len(None)  # what is to be done before the workers may begin
            go.set()
        except TypeError as error:
            print("failed:", error)
        for one in workers:
            one.join()  # <-- here


if __name__ == "__main__":
    main()
