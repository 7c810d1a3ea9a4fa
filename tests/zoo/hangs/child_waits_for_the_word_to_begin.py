# hang: cause=waits-for-nobody confidence=likely
import multiprocessing


def work(begin, done):
    begin.wait()
    done.set()


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    begin, done = context.Event(), context.Event()
    process = context.Process(target=work, args=(begin, done))
    process.start()
    print("READY", flush=True)
    done.wait()  # <-- here
    begin.set()
