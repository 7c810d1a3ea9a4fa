"""The site, and customers of it (threads, for this example)."""

import socket
import threading
import time
import urllib.request

import waitress

import quotes


def customer(port, text):
    time.sleep(1)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/quote/{text}") as answer:
        print(answer.read().decode(), flush=True)


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    for text in ["open", "closed", "back-soon", "fish", "bread", "tea", "wine", "books", "hats"]:
        arguments = [listener.getsockname()[1], text]
        threading.Thread(target=customer, args=arguments, name=text, daemon=True).start()
    waitress.serve(quotes.make(), sockets=[listener], threads=4)
