import sys
import threading
import time

from camera import Camera


def blink():
    while True:
        time.sleep(0.1)


threading.Thread(target=blink, name="blink", daemon=True).start()
camera = Camera(sys.argv[1], "front door", [1.0, 1.25, 1.5])
print("the name has", camera.name_length(), "letters")  # <-- here
print("brightness", camera.brightness())
