"""The tables of the journal, as steps from each version of them to the next."""

from __future__ import annotations

from typing import Final

APPLICATION: Final = 0x53545231
"""What marks a SQLite file as a journal of ours."""

# STRICT: a value has the type of its column.  The numbers are the order in which things were
# written.  What may be there once only is UNIQUE: a fact of the file and not of a program.
_FIRST: Final = (
    f"PRAGMA application_id = {APPLICATION}",
    """
    CREATE TABLE fight (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        rules TEXT NOT NULL,
        version TEXT NOT NULL,
        seed TEXT NOT NULL,
        setup BLOB NOT NULL,
        seats BLOB NOT NULL,
        minds BLOB NOT NULL,
        created TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('open', 'ended', 'failed'))
    ) STRICT
    """,
    # A prompt is that of a decision; a key, with its combatant, that of a client's message.
    """
    CREATE TABLE input (
        number INTEGER PRIMARY KEY,
        fight TEXT NOT NULL REFERENCES fight (id),
        prompt TEXT,
        combatant TEXT,
        key TEXT,
        body BLOB NOT NULL,
        UNIQUE (fight, prompt),
        UNIQUE (fight, combatant, key)
    ) STRICT
    """,
    "CREATE INDEX input_of_fight ON input (fight)",
    """
    CREATE TABLE event (
        fight TEXT NOT NULL REFERENCES fight (id),
        number INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (fight, number)
    ) STRICT, WITHOUT ROWID
    """,
)

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (_FIRST,)
"""Number N, counted from 0, leads from version N to version N + 1."""

LATEST: Final = len(MIGRATIONS)
