# Retried without a limit: the service moved to another port, and each try is refused.
# https://tenacity.readthedocs.io/en/latest/#stopping
import socket

import tenacity

with socket.socket() as unused:
    unused.bind(("127.0.0.1", 0))
    port = unused.getsockname()[1]


@tenacity.retry(wait=tenacity.wait_fixed(0.5))
def fetch():
    with socket.create_connection(("127.0.0.1", port)) as connection:
        return connection.recv(100)


print("READY", flush=True)
print(fetch())  # <-- here
