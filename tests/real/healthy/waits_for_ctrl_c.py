# A server's main thread waits for Ctrl-C, whose handler was given the event.
import functools
import signal
import threading


def stop(event, number, frame):
    event.set()


def serve():
    stopped = threading.Event()
    signal.signal(signal.SIGINT, functools.partial(stop, stopped))
    print("READY", flush=True)
    stopped.wait()


serve()
