import threading
import time

weather = {"at": 0.0}


def look_out():
    while True:
        weather["at"] = time.time()
        time.sleep(30)


threading.Thread(target=look_out, name="weather", daemon=True).start()


def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"seen {time.time() - weather['at']:.0f} s ago\n".encode()]
