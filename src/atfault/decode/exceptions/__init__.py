"""An exception that ended a program, as the probe handed it over or as it was printed."""
