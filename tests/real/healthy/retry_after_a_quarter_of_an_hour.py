# A client that was refused tries again, after a longer and longer time.
import time
import urllib.error
import urllib.request

delay = 900
print("READY", flush=True)
while True:
    try:
        print(urllib.request.urlopen("http://127.0.0.1:9/status", timeout=5).status)
        break
    except urllib.error.URLError:
        time.sleep(delay)
        delay *= 2
