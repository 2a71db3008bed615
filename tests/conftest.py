"""Every run tries the same examples, and none fails for being slow on a busy machine."""

from __future__ import annotations

from hypothesis import settings

settings.load_profile("ci")  # Hypothesis's own: derandomized, without deadlines or a database
