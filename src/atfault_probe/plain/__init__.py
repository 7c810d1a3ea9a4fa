"""Objects as plain data, without running anything of the user's."""
