"""Recorded fights, one event a line: a change of any rule or text shows here first."""
