# The rows of a compressed matrix end far behind the entries that it has.
# https://github.com/pytorch/pytorch/issues/141004
import torch


def rows_of(ends, columns):
    return torch._convert_indices_from_csr_to_coo(ends, columns)  # <-- here


print(rows_of(torch.tensor([0, 1, 3]), torch.tensor([0, 0, 1])))
print(rows_of(torch.tensor([0, 700_000_000]), torch.tensor([0, 0, 1])))
