"""Automatic fighters of ReQuest: pure functions from a sight to an answer."""
