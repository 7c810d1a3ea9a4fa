"""Five people share five tools; each job needs two of them for some seconds."""

import threading
import time

TOOLS = ["drill", "plane", "saw", "vice", "wrench"]
LOCKS = {tool: threading.Lock() for tool in TOOLS}
PEOPLE = {"Ove": ("saw", "plane"), "Per": ("plane", "drill"), "Quy": ("drill", "wrench"), "Rut": ("wrench", "vice"), "Siv": ("vice", "saw")}


class Tools:
    """Always taken by name, from the first letter on."""

    def __init__(self, *names):
        self.names = sorted(names)

    def __enter__(self):
        for name in self.names:
            LOCKS[name].acquire()

    def __exit__(self, *_):
        for name in reversed(self.names):
            LOCKS[name].release()


def work(person, tools):
    for job in range(1, 30):
        with Tools(*tools):
            time.sleep(7)
        print(person, "job", job, flush=True)


people = [threading.Thread(target=work, args=item, name=item[0]) for item in PEOPLE.items()]
for person in people:
    person.start()
for person in people:
    person.join()
