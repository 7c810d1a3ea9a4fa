from numba import njit


def build(config):
    @njit
    def run(x):
        return config["scale"] * x  # fails: numba-global: config

    return run


print(build({"scale": 3})(2))
