"""How long does it take to ask, and to book? With pyperf, which starts workers."""

import pyperf

import rooms


def extra(command, options):
    command.append(options.library)


def main():
    runner = pyperf.Runner(processes=2, values=2, warmups=1, min_time=0.01, add_cmdline_args=extra)
    runner.argparser.add_argument("library")
    options = runner.parse_args()
    hotel = rooms.Hotel(options.library, 60)
    runner.metadata["rooms"] = str(hotel.count)
    runner.bench_func("ask", hotel.free)
    runner.bench_func("night", hotel.night, 40)


if __name__ == "__main__":
    main()
