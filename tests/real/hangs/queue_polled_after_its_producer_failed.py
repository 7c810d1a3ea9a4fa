# A reader asks its queue again and again, and goes on when it is empty; the thread that fills it has
# ended by an error.
# https://github.com/hydrusnetwork/hydrus/issues/750
import queue
import threading

frames = queue.Queue(maxsize=8)


def decode(data):
    for number in data:
        frames.put(100 // number)
    frames.put(None)


def main():
    producer = threading.Thread(target=decode, args=([5, 4, 0, 2],), name="decoder")
    producer.start()
    print("READY", flush=True)
    while True:
        try:
            frame = frames.get(timeout=0.2)  # <-- here
        except queue.Empty:
            continue
        if frame is None:
            break
        print(frame)


main()
