# A task of a cluster with one thread submits another one and waits for its result.
# https://github.com/dask/distributed/issues/7047
from distributed import Client, LocalCluster, get_client


def data(number):
    return number + 1


def step(number):
    parts = [get_client().submit(data, n) for n in range(number)]
    return sum(part.result() for part in parts)  # <-- here


if __name__ == "__main__":
    options = {"n_workers": 1, "threads_per_worker": 1, "processes": False}
    with LocalCluster(**options, dashboard_address=None) as cluster, Client(cluster) as client:
        job = client.submit(step, 3)
        print("READY", flush=True)
        print(job.result())  # <-- also
