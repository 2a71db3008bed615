"""What every rule system shares: the machine contract, the words, the dice, the hexes."""
