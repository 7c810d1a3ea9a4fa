"""Print the colours of a theme as a table for the designers."""

import sys

import theme

ROLES = ["window", "text", "button", "button.pressed", "menu", "link", "warning", "selection"]


class Swatch:
    def __init__(self, role):
        self.role = role
        self.colour = theme.colour(role)
        theme.on_change(role, self.refresh)

    def refresh(self):
        self.colour = theme.colour(self.role)

    def __str__(self):
        return f"{self.role:16} #{self.colour:06x}"


def main():
    swatches = [Swatch(role) for role in ROLES]
    for swatch in sorted(swatches, key=lambda each: each.colour):
        print(swatch)
    print(len(swatches), "colours", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
