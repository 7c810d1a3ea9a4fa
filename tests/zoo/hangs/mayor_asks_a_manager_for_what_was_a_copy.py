# hang: cause=waits-for-nobody confidence=possible watch=yes core=no
import multiprocessing
import time


def bring(space, name):
    space.names.append(name)


def count(space, number):
    while len(space.names) < number:
        time.sleep(0.2)  # <-- here


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    with multiprocessing.Manager() as manager:
        village = manager.Namespace(names=[])
        helper = multiprocessing.Process(target=bring, args=(village, "ada"))
        helper.start()
        helper.join()
        print("READY", flush=True)
        count(village, 1)
