"""ReQuest: strike ranks count down, combat action phases, reactions."""
