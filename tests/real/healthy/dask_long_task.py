# A client waits for a task that takes minutes.
import time

from distributed import Client, LocalCluster

if __name__ == "__main__":
    options = {"n_workers": 1, "threads_per_worker": 2, "processes": False}
    with LocalCluster(**options, dashboard_address=None) as cluster, Client(cluster) as client:
        job = client.submit(time.sleep, 300)
        print("READY", flush=True)
        job.result()
