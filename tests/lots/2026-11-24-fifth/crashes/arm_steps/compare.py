"""Lets arms fall, and compares where their tips come to rest."""

import argparse
import logging

import mujoco
from arms import Arm

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("compare")


class Falls:
    """Steps an arm; the state is kept from one arm to the next, as making one is slow."""

    def __init__(self, arm):
        self.arm = arm
        self.data = arm.fresh()

    def take(self, arm):
        self.arm = arm
        mujoco.mj_resetData(arm.model, self.data)

    def fall(self, steps):
        self.data.qpos[0] = 0.3
        for _ in range(steps):
            mujoco.mj_step(self.arm.model, self.data)
        return float(self.data.xpos[-1][2])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--joints", type=int, nargs="+", default=[3, 60])
    parser.add_argument("--steps", type=int, default=200)
    options = parser.parse_args()
    arms = [Arm.of(f"{joints} joints", joints) for joints in options.joints]
    falls = Falls(arms[0])
    for arm in arms:
        if arm is not falls.arm:
            falls.take(arm)
        log.info("%s: %.3f", arm.name, falls.fall(options.steps))


if __name__ == "__main__":
    main()
