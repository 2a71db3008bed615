"""What one combatant may know, a layer upon a layer; `course.sight` is the whole of it."""
