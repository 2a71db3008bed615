"""Many fights of one scenario: played in chunks, counted, and turned into odds; no terminal, no event loop."""
