"""Double some numbers on the GPU."""

import torch


def doubled(numbers):
    return (torch.tensor(numbers, device="cuda") * 2).tolist()


print(doubled([1.0, 2.5]))
