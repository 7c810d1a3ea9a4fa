"""Waits for the hundredth storm."""

from reactivex import operators as ops
from streams import storms, temperature, wind


def main():
    stream = storms(temperature(3.0), wind(7.0)).pipe(ops.take(100), ops.to_list())
    print(stream.run())


if __name__ == "__main__":
    main()
