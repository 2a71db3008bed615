"""The page that a person plays on: files for the browser, and the one function that reads them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
FIRST: Final = "/index.html"


def load() -> dict[str, tuple[str, bytes]]:
    """Every file of the page by its path on the server: its content type and its bytes.

    The page itself is at "/".  Nothing else is ever read from the disk.
    """
    found = dict(_walk(files("web_client"), ""))
    found["/"] = found.pop(FIRST)
    return found


def _walk(folder: Traversable, above: str) -> Iterator[tuple[str, tuple[str, bytes]]]:
    for one in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{above}/{one.name}"
        kind = _TYPES.get(one.name.rpartition(".")[2])
        if one.is_dir():
            yield from _walk(one, path)
        elif kind is not None:
            yield path, (kind, one.read_bytes())
