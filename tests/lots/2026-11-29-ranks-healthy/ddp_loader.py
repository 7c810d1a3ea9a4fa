"""DDP with a loader's worker a rank; rank 0 writes a checkpoint while the others are at the barrier."""

import os
import tempfile
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, Dataset


class Pages(Dataset):
    def __len__(self):
        return 24

    def __getitem__(self, number):
        time.sleep(0.05 + 0.02 * (number % 5))
        return torch.randn(32), torch.randn(4)


def save(model, folder, epoch):
    with open(os.path.join(folder, f"epoch{epoch % 2}.pt"), "wb") as file:
        torch.save(model.state_dict(), file)
        for _ in range(20):
            file.write(bytes(1 << 16))
            os.fsync(file.fileno())
            time.sleep(0.1)


def main():
    dist.init_process_group("gloo")
    torch.set_num_threads(1)
    model = DistributedDataParallel(torch.nn.Linear(32, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    loader = DataLoader(Pages(), batch_size=2, num_workers=1)
    epoch = 0
    with tempfile.TemporaryDirectory() as folder:
        while True:
            for given, wanted in loader:
                optimizer.zero_grad()
                torch.nn.functional.mse_loss(model(given), wanted).backward()
                optimizer.step()
            if dist.get_rank() == 0:
                save(model, folder, epoch)
            dist.barrier()
            epoch += 1


main()
