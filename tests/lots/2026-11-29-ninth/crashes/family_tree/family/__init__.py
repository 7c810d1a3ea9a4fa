"""A family: who descends from whom."""
