"""What the state wants."""

TAX = 0.19
