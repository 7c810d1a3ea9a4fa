# A task asks for a resource that no worker of the cluster has; it is never given to one.
# https://github.com/dask/distributed/issues/7170
from distributed import Client


def train(rows):
    return sum(rows)


if __name__ == "__main__":
    client = Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None)
    future = client.submit(train, [1, 2, 3], resources={"GPU": 1})  # <-- also
    print("READY", flush=True)
    print(future.result())  # <-- here
