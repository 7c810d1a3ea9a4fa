# healthy: computes=yes
import threading
import time


def spin(items):
    turns = 0
    while items:
        turns += 1
    return turns


def main():
    items = [1, 2]

    def later():
        time.sleep(60)
        items.clear()

    threading.Thread(target=later, name="later").start()
    print("READY", flush=True)
    spin(items)


main()
