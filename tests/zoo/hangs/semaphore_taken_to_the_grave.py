# hang: cause=waits-for-nobody confidence=likely
import multiprocessing


def cross(bridge, number):
    bridge.acquire()  # <-- here
    if number:
        bridge.release()


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    bridge = context.Semaphore(1)
    for number in range(2):
        process = context.Process(target=cross, args=(bridge, number))
        process.start()
        if number:
            print("READY", flush=True)
        process.join()
