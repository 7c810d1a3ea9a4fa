import concurrent.futures
import logging
import sys
import threading
import time

from cluster import Cluster


class Maintenance(threading.Thread):
    """Restarts the nodes in turn; they come back later."""

    def __init__(self, cluster):
        super().__init__(name="maintenance", daemon=True)
        self.cluster = cluster

    def run(self):
        for node in sorted(self.cluster.nodes):
            time.sleep(0.2)
            self.cluster.leave(node)


class Client:
    def __init__(self, cluster):
        self.cluster = cluster
        self.requests = 0

    def request(self, number):
        time.sleep(0.005)
        node = self.cluster.node_of(f"user:{number}")  # <-- here
        self.requests += 1
        return node


def main():
    logging.basicConfig(level=logging.INFO)
    cluster = Cluster(sys.argv[1], [11, 12, 13])
    client = Client(cluster)
    Maintenance(cluster).start()
    with concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix="client") as pool:
        for _ in pool.map(client.request, range(2000)):
            pass
    print(client.requests, "requests")


if __name__ == "__main__":
    main()
