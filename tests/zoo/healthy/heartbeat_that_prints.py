# healthy:
import threading

stop = threading.Event()


def beat():
    n = 0
    while not stop.wait(0.3):
        n += 1
        print("beat", n, flush=True)


thread = threading.Thread(target=beat)
thread.start()
print("READY", flush=True)
thread.join()
