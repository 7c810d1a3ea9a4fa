"""Images come from a loader of two workers; one worker waits for a decoder that never answers."""

import os

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset


class Decoder:
    """A pipe to a process that decodes."""

    def __init__(self):
        self.answers, self.mine = os.pipe()

    def decode(self, index):
        return os.read(self.answers, 4)


class Images(Dataset):
    def __init__(self, rank):
        self.rank = rank
        self.decoder = Decoder()

    def __len__(self):
        return 64

    def __getitem__(self, index):
        if self.rank == 1 and index == 37:
            return self.decoder.decode(index)
        return torch.full((8,), float(index))


def train(rank):
    for images in DataLoader(Images(rank), batch_size=4, num_workers=2):
        mean = images.mean()
        dist.all_reduce(mean)


def main():
    dist.init_process_group("gloo")
    train(dist.get_rank())
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
