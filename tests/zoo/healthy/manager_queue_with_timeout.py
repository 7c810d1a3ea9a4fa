# healthy: python=3.8-3.15
import multiprocessing


def work(requests):
    requests.get(timeout=600)


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Manager() as manager:
        requests = manager.Queue()
        worker = context.Process(target=work, args=(requests,))
        worker.start()
        print("READY", flush=True)
        worker.join()
