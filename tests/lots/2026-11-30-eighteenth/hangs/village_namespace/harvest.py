"""The harvest of the village: everybody brings sacks, the mayor waits for all."""

import multiprocessing
import time

from village import Common, Helper

HELPERS = {"ada": [3, 4], "bruno": [2, 2, 5], "carla": [7]}


class Mayor:
    def __init__(self, common, look=0.2):
        self.common = common
        self.look = look

    def wait(self, helpers):
        while self.common.finished() < helpers:
            time.sleep(self.look)
        return self.common.space.harvest


def main():
    multiprocessing.set_start_method("fork")
    with multiprocessing.Manager() as manager:
        common = Common(manager, len(HELPERS))
        helpers = [Helper(name, common, sacks) for name, sacks in HELPERS.items()]
        for helper in helpers:
            helper.start()
        print("the village is out", flush=True)
        print("harvest:", Mayor(common).wait(len(helpers)))
        for helper in helpers:
            helper.join()


if __name__ == "__main__":
    main()
