"""How fast it plays, and how long its fights last; `python -m bench` prints it all."""
