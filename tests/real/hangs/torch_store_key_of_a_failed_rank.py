# One rank waits for a key in the store, which another was to set; that one has failed before.
# https://github.com/pytorch/pytorch/issues/53840
import datetime
import multiprocessing

from torch.distributed import TCPStore

DAY = datetime.timedelta(days=1)


def publish(port):
    store = TCPStore("127.0.0.1", port, None, False, DAY)
    path = {}["checkpoint"]  # <-- also
    store.set("weights", path)


if __name__ == "__main__":
    store = TCPStore("127.0.0.1", 0, None, True, DAY, wait_for_workers=False)
    rank = multiprocessing.get_context("spawn").Process(target=publish, args=(store.port,))
    rank.start()
    rank.join()
    print("READY", flush=True)
    print(store.get("weights"))  # <-- here
