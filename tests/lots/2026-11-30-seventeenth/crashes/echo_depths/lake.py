import sonar

LINES = [("east-west", 1), ("north-south", 2)]


def main():
    tracks = [sonar.sail(name, seed, 5) for name, seed in LINES]
    for track in tracks:
        depths = track.depths(80.0)
        print(track.name, [round(metres, 1) for metres in depths], flush=True)
    for track in tracks:
        print(track.name, "noise", round(track.noise(), 3), flush=True)


if __name__ == "__main__":
    main()
