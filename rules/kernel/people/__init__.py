"""What the people of every system have in common before their first round."""
