# hang: cause=waits-for-nobody confidence=likely needs=torch text=again
import threading

import torch
from torch.utils.data import DataLoader, Dataset

ready = threading.Event()


class Samples(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, index):
        if index == 5:
            ready.wait()  # <-- here
        return torch.tensor([index])


def main():
    print("READY", flush=True)
    for batch in DataLoader(Samples(), batch_size=2, num_workers=2):  # <-- here
        batch.sum()


if __name__ == "__main__":
    main()
