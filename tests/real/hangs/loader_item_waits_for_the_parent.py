# An item of a data set asks a thread of the parent through a queue of threads, in a forked worker.
# https://github.com/RolnickLab/ami-data-companion/issues/140
import queue
import threading

import torch.utils.data


class Remote(torch.utils.data.Dataset):
    def __init__(self):
        self.wanted, self.fetched = queue.Queue(), queue.Queue()
        threading.Thread(target=self.fetch, name="fetcher", daemon=True).start()

    def fetch(self):
        while True:
            self.fetched.put(self.wanted.get() * 10)

    def __len__(self):
        return 8

    def __getitem__(self, number):
        self.wanted.put(number)
        return self.fetched.get()  # <-- here


if __name__ == "__main__":
    data = Remote()
    print(data[0])
    print("READY", flush=True)
    for batch in torch.utils.data.DataLoader(data, num_workers=2):  # <-- also
        print(batch)
