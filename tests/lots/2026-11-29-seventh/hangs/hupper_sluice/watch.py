"""Start the sluice, and start it again whenever its source changes (hupper)."""

import sys

import hupper

sys.path.insert(0, "hangs/hupper_sluice")


def run():
    import sluice

    sluice.main()


def main():
    hupper.start_reloader("watch.run", reload_interval=1)
    run()


if __name__ == "__main__":
    main()
