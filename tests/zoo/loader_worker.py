# zoo: cause=null-dereference signal=SIGSEGV needs=torch child=1
import ctypes

import torch
from torch.utils.data import DataLoader, Dataset


class Frames(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, index):
        frame = torch.full((4, 4), float(index))
        if index == 11:
            ctypes.memset(index - 11, 0, 64)  # <-- here
        return frame


def train(loader):
    for batch in loader:  # <-- started
        print(batch.sum().item())


train(DataLoader(Frames(), batch_size=4, num_workers=2))
