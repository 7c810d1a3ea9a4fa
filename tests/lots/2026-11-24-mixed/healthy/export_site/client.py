import sys
import threading
import urllib.request


def fetch(url):
    with urllib.request.urlopen(url) as answer:
        lines = sum(1 for _ in answer)
    print(url, lines, flush=True)


base = sys.argv[1]
threads = [threading.Thread(target=fetch, args=(base + "/export/500",)) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
