import contextlib
import os
import socket
import tempfile
import threading

from retrying import retry

from server import Bakery, Counter
from shelf import Shelf

home = Shelf()


class UnixBakery(Bakery):
    address_family = socket.AF_UNIX


@retry(retry_on_exception=lambda error: isinstance(error, OSError), wait_exponential_multiplier=250,
       wait_exponential_max=9000)
def connect(path):
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
    except OSError:
        connection.close()
        raise
    return connection


def customer(name, path, loaves, days):
    for day in range(days):
        with contextlib.ExitStack() as stack:
            connection = stack.enter_context(connect(path))
            lines = stack.enter_context(connection.makefile("rw"))
            lines.write(f"{loaves}\n")
            lines.flush()
            print(day, name, home.add(name, lines.readline()), "loaves at home", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "counter")
        bakery = UnixBakery(path, Counter, bind_and_activate=False)
        threading.Thread(target=bakery.open, args=(34,), name="bakery", daemon=True).start()
        people = [threading.Thread(target=customer, args=(name, path, loaves, 4), name=name)
                  for name, loaves in (("Rita", 4), ("Silvio", 6), ("Tove", 3))]
        for person in people:
            person.start()
        for person in people:
            person.join()
    print(home.loaves)


if __name__ == "__main__":
    main()
