"""Cheapest rations for animals of a farm, by linear programming (GLPK)."""
