# No offsets at all: each word is added to the row before the first one of an empty output.
# https://github.com/pytorch/pytorch/issues/175370
import torch
import torch.nn.functional as F

weight = torch.zeros(4, 10, dtype=torch.float64)
words = torch.tensor([1, 2, 0, 3, 3, 1])
offsets = torch.tensor([], dtype=torch.int64)
print(F.embedding_bag(words, weight, offsets, mode="sum"))  # <-- here
