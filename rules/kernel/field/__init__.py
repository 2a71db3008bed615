"""The ground of a fight, as a scenario draws it: hexes of 2 m."""
