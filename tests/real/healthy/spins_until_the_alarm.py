# A measurement counts until the alarm, whose handler raises.
import signal


class TimeIsUp(Exception):
    pass


def stop(number, frame):
    raise TimeIsUp


def measure():
    value = 1
    while True:
        value = 1
    return value


signal.signal(signal.SIGALRM, stop)
signal.alarm(300)
print("READY", flush=True)
try:
    measure()
except TimeIsUp:
    pass
