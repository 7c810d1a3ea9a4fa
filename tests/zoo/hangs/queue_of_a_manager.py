# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=requests core=no
import multiprocessing


def work(requests):
    while True:
        requests.get()  # <-- here


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Manager() as manager:
        requests = manager.Queue()
        worker = context.Process(target=work, args=(requests,))
        worker.start()
        requests.put("first")
        print("READY", flush=True)
        worker.join()
