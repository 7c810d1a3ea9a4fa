"""How much of each scene is green, wet or white?"""

import numpy as np
from indices import BANDS, Indices


class Scene:
    def __init__(self, name, seed, size=120):
        rng = np.random.default_rng(seed)
        self.name = name
        self.bands = rng.uniform(0.0, 0.6, (4, size, size))
        self.bands[:, :3] = 0.0

    def shares(self, indices):
        return {name: indices.share(name, self.bands, 0.3) for name in BANDS}


def main():
    indices = Indices()
    for seed, name in enumerate(("valley", "coast", "ridge")):
        scene = Scene(name, seed)
        shares = scene.shares(indices)
        print(name, " ".join(f"{key} {share:.3f}" for key, share in shares.items()))


if __name__ == "__main__":
    main()
