"""When: one loop-free course of a fight, driven directly or live on trio."""
