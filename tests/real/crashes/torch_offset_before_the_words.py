# An offset in the middle lies far before the indices; only the first and the last one are checked.
# https://github.com/pytorch/pytorch/issues/175368
import torch
import torch.nn.functional as F

weight = torch.ones(10, 5)


def sentences(words, offsets):
    return F.embedding_bag(words, weight, offsets, mode="sum")  # <-- here


words = torch.tensor([1, 2, 4, 5, 4, 3])
print(sentences(words, torch.tensor([0, 3])).shape)
print(sentences(words, torch.tensor([0, -40_000_000, 2])).shape)
