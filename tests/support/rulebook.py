"""Tie a test to the sentence of RULES.md that it demonstrates."""

from __future__ import annotations

import importlib
import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeVar

ROOT: Final = Path(__file__).resolve().parents[2]
SENTENCE: Final = re.compile(r"^- \*\*(?P<id>[\w-]+)\*\* (?P<text>.+)$", re.MULTILINE)

Test = TypeVar("Test", bound=Callable[..., object])
Sentence = tuple[str, str]


def rule(sentence_id: str, text: str) -> Callable[[Test], Test]:
    """Mark the one test that demonstrates a sentence, quoted word for word."""

    def mark(test: Test) -> Test:
        test.__dict__["rule"] = (sentence_id, text)
        test.__doc__ = f"{sentence_id}: {text}"
        return test

    return mark


def sentences(book: str) -> list[Sentence]:
    """The numbered sentences of a rule book's text, with their ids, in its order."""
    return [(found["id"], found["text"]) for found in SENTENCE.finditer(book)]


def book_of(system: str) -> str:
    return (ROOT / "rules" / system / "RULES.md").read_text(encoding="utf-8")


def marked_tests(system: str) -> list[Callable[..., object]]:
    """The marked tests of one system; a function counts where it is written, not where imported."""
    folder = ROOT / "tests" / "rules" / system
    modules = [
        importlib.import_module(f"tests.rules.{system}.{file.stem}")
        for file in sorted(folder.glob("test_*.py"))
    ]
    return [
        test
        for module in modules
        for name, test in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("test_")
        and "rule" in test.__dict__
        and test.__module__ == module.__name__
    ]


def quotes(system: str) -> list[Sentence]:
    """What the tests of one system quote."""
    return [test.__dict__["rule"] for test in marked_tests(system)]


def marked(system: str) -> list[tuple[str, str, str]]:
    """Sentence, name and file of every marked test."""
    return [
        (test.__dict__["rule"][0], test.__name__, test.__module__.rpartition(".")[2] + ".py")
        for test in marked_tests(system)
    ]


def faults(book: Iterable[Sentence], quoted: Iterable[Sentence]) -> list[str]:
    """Everything that breaks "each sentence is quoted word for word by exactly one test"."""
    book, quoted = list(book), list(quoted)
    texts = dict(book)
    written = Counter(key for key, _ in book)
    demonstrated = Counter(key for key, _ in quoted)
    return [
        *(f"{key}: two sentences have this number" for key, times in written.items() if times > 1),
        *(f"{key}: no test quotes it" for key in texts if not demonstrated[key]),
        *(f"{key}: {times} tests quote it" for key, times in demonstrated.items() if times > 1),
        *(f"{key}: quoted, but no sentence" for key in demonstrated if key not in texts),
        *(
            f"{key}: misquoted\n- {texts[key]}\n+ {text}"
            for key, text in quoted
            if key in texts and text != texts[key]
        ),
    ]
