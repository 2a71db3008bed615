"""The words that cross a boundary: to a player or bot, and into the journal."""
