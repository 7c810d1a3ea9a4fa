# A task waits for the result of another one, which the cluster's second thread computes.
import time

from distributed import Client, LocalCluster, get_client


def part():
    time.sleep(300)
    return 1


def whole():
    return get_client().submit(part).result()


if __name__ == "__main__":
    options = {"n_workers": 1, "threads_per_worker": 2, "processes": False}
    with LocalCluster(**options, dashboard_address=None) as cluster, Client(cluster) as client:
        job = client.submit(whole)
        print("READY", flush=True)
        job.result()
