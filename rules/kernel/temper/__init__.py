"""What somebody fights like, beside how well its mind plays: its kind, its nerve, and what it wants."""
