# hang: cause=waits-for-nobody confidence=likely|possible watch=yes python=3.8-3.15 first=yes
import threading

ready = threading.Event()


def serve():
    tries = 0
    while not ready.wait(0.4):  # <-- here
        tries += 1
    print("serving after", tries)


print("READY", flush=True)
serve()
