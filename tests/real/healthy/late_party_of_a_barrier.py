# Three threads meet in rounds; the third one comes after some seconds each time.
import threading
import time

meeting = threading.Barrier(3)


def come(delay):
    while True:
        time.sleep(delay)
        meeting.wait()


for delay in (0, 0.5):
    threading.Thread(target=come, args=(delay,), daemon=True).start()
print("READY", flush=True)
come(6)
