"""A process that writes and says what it has written, until somebody kills it."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

from store.journal import SqliteStore
from tests.support.journal import decision, happened, kept


def main(path: str) -> None:
    with closing(SqliteStore(Path(path))) as store:
        if not store.fights():
            store.write([kept()])
        number = len(store.inputs("f1"))
        while True:
            number += 1
            store.write([decision(f"p{number}"), happened(f"e{number}.1", f"e{number}.2")])
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
