# A consumer of the in-memory transport waits for a message of a queue that nobody publishes to.
# https://docs.celeryq.dev/projects/kombu/en/stable/reference/kombu.simple.html
from kombu import Connection

with Connection("memory://") as connection:
    orders = connection.SimpleQueue("orders")
    invoices = connection.SimpleQueue("invoices")
    orders.put({"number": 1})
    print(orders.get(timeout=5).payload)
    print("READY", flush=True)
    message = invoices.get()  # <-- here
    print(message.payload)
