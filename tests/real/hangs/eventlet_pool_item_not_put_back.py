# A pool of one connection; the greenlet that had it ended by an error before it put it back.
# https://github.com/eventlet/eventlet/pull/527
import eventlet
import eventlet.pools


class Connections(eventlet.pools.Pool):
    def create(self):
        return object()


connections = Connections(max_size=1)


def query(text):
    connection = connections.get()  # <-- here
    if not text:
        raise ValueError("empty query")
    eventlet.sleep(0.1)
    connections.put(connection)
    return text


def heartbeat():
    while True:
        eventlet.sleep(0.5)


eventlet.spawn(heartbeat)
print("READY", flush=True)
jobs = [eventlet.spawn(query, text) for text in ("", "select 1", "select 2")]
for job in jobs:
    try:
        print(job.wait())  # <-- also
    except ValueError as error:
        print(error)
