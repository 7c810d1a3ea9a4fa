# The program waits for a variable of the cluster; the task that should have set it failed before.
# https://github.com/dask/distributed/issues/2247
from distributed import Client, Variable, fire_and_forget


def publish(text):
    Variable("limit").set(int(text))


if __name__ == "__main__":
    with Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        fire_and_forget(client.submit(publish, "three"))
        print("READY", flush=True)
        print(Variable("limit").get())  # <-- here
