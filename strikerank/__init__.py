"""The command line and the composition root: imports everything, nothing imports it."""
