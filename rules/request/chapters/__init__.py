"""The rules of ReQuest, a chapter a file: functions of rolled numbers, no dice inside."""
