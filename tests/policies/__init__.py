"""What each mind of ReQuest does, and why a person would nod."""
