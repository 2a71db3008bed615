"""The outside edge: one port for the page and for the socket, rooms in which fights are played."""
