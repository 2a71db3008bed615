"""Fights that are ready to be played, one a TOML file."""
