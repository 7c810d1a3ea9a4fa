# healthy: needs=torch
import time

import torch
from torch.utils.data import DataLoader, Dataset


class Samples(Dataset):
    def __len__(self):
        return 1000

    def __getitem__(self, index):
        time.sleep(0.3)
        return torch.tensor([index])


if __name__ == "__main__":
    print("READY", flush=True)
    for batch in DataLoader(Samples(), batch_size=4, num_workers=2):
        batch.sum()
