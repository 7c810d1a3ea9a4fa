import argparse

import plan


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", type=int, nargs="*", default=[40_000, 90_000])
    options = parser.parse_args()
    best = None
    for size in options.sizes:
        power = plan.variant(f"{size} turbines", size)
        print(f"{size}: {power / 1000:.1f} MW", flush=True)
        best = max(best or 0, power)
    print(best, plan.Journal.written)


if __name__ == "__main__":
    main()
