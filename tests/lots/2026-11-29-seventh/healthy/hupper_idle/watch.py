"""hupper watches a service that waits for its signal."""

import sys

import hupper

sys.path.insert(0, "healthy/hupper_idle")


def run():
    import service

    service.main()


if __name__ == "__main__":
    hupper.start_reloader("watch.run", reload_interval=1)
    run()
