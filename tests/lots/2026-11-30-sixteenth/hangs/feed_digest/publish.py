import threading
import urllib.request

from feed.server import start


def post(base, text):
    with urllib.request.urlopen(urllib.request.Request(base, text.encode(), method="POST")) as answer:
        return answer.read().decode().strip()


def block(number, kind, text):
    return f"id: {number}\nkind: {kind}\nlang: en\ntext: {text}\n"


def main():
    server = start()
    threading.Thread(target=server.serve_forever, name="feed", daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}/"
    with urllib.request.urlopen(base) as answer:
        print(answer.status, flush=True)
    morning = [block(1, "tide", "high at six"), block(2, "wind", "west, four")]
    print(post(base, "\n".join(morning) + "\n"), flush=True)
    evening = [block(3, "tide", "low at noon"), block(4, "boat", "the Anna is in")]
    print(post(base, "\n".join(evening)), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
