# hang: cause=pipe-full confidence=certain|likely core=no
import multiprocessing


def work(results):
    results.put(b"x" * 1_000_000)


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    worker = context.Process(target=work, args=(results,))
    worker.start()
    print("READY", flush=True)
    worker.join()  # <-- here
    print(len(results.get()))
