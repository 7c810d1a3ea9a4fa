# A box has a corner that is not a number: it becomes an index.
# https://github.com/pytorch/vision/issues/9273
import torch
from torchvision.ops import roi_align

features = torch.rand(1, 16, 32, 32)
boxes = torch.tensor([[0.0, 1.0, 1.0, 8.0, 8.0], [0.0, float("nan"), 2.0, float("nan"), 9.0]])
print(roi_align(features, boxes, output_size=(3, 3)).shape)  # <-- here
