# The first column of the boxes is the number of the picture; here a coordinate stands there.
# https://github.com/pytorch/vision/issues/4828
import torch
from torchvision.ops import RoIAlign

features = torch.rand(2, 64, 50, 50)
boxes = torch.tensor([[3.0, 4.0, 20.0, 30.0, 0.0], [500_000.0, 9.0, 44.0, 40.0, 1.0]])


def crops(features, boxes):
    align = RoIAlign((7, 7), spatial_scale=0.5, sampling_ratio=2)
    return align(features, boxes)  # <-- here


print(crops(features, boxes).shape)
