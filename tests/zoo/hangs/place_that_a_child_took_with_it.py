# hang: cause=waits-for-nobody confidence=likely
import multiprocessing


def take(places):
    places.acquire()


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    places = context.Semaphore(1)
    process = context.Process(target=take, args=(places,))
    process.start()
    process.join()
    print("READY", flush=True)
    places.acquire()  # <-- here
