"""The curve of the sensor: what flows at which height of the float."""

import os

import numpy as np

CURVE = np.load(os.environ["WELL_CURVE"])
STEP = 0.25
