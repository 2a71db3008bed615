"""The course of a ReQuest fight: the machine, its procedures, and every roll."""
