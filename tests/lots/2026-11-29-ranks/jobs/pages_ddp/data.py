"""Random pages of ten numbers, some of which are damaged."""

import torch
from torch.utils.data import Dataset


class Pages(Dataset):
    def __init__(self, rank, count=24):
        generator = torch.Generator().manual_seed(rank)
        self.pages = torch.randn(count, 10, generator=generator)
        if rank == 1:
            self.pages[9] = float("nan")

    def __len__(self):
        return len(self.pages)

    def __getitem__(self, index):
        return self.pages[index], self.pages[index].sum().unsqueeze(0)
