"""A mind may be a file: it decides for its side, and what is wrong with it is told in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.command import Ran, run

COWARD = """
from rules.kernel.model import Answer

def decide(sight):
    return sight.nothing()
"""
LIAR = """
from rules.kernel.model import Answer

def decide(sight):
    return Answer(sight.id, "teleport")
"""


SILENT_ERROR = """
class Silent(Exception):
    def __str__(self):
        raise RuntimeError
def decide(sight):
    raise Silent
"""


NAMELESS = """
class Kind(type):
    __name__ = property(lambda kind: 1 / 0)
class Nameless(Exception, metaclass=Kind): pass
def decide(sight):
    raise Nameless(7)
"""


def answer(words: str) -> str:
    return (
        f"from rules.kernel.model import Answer\n\ndef decide(sight):\n    return Answer({words})\n"
    )


@pytest.fixture
def mind(tmp_path: Path) -> Path:
    return tmp_path / "mind.py"


def played(mind: Path, text: str, *words: str) -> Ran:
    mind.write_text(text)
    return run("fight", "duel", "--seed", "7", "--mind", f"miller={mind}", *words)


@pytest.mark.parametrize("driver", ["direct", "live"])
def test_a_file_decides_for_its_side(mind: Path, driver: str) -> None:
    ran = played(mind, COWARD, "--driver", driver)

    assert (ran.code, ran.err) == (0, "")
    assert "Victory for Drover" in ran.out
    assert "Odran strikes" not in ran.out


def test_a_mind_may_be_named() -> None:
    ran = run("fight", "duel", "--seed", "7", "--mind", "miller=guard")

    assert "Odran goes on the defensive." in ran.out


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_answers_that_are_not_possible_are_counted(mind: Path, form: str) -> None:
    ran = played(mind, LIAR, "--format", form)

    assert ran.code == 0
    assert ran.err.startswith("note: not possible, ")
    assert 'option of odran was "' in ran.err
    assert re.search(r"^note: [0-9]+ answers not possible in all; the", ran.err, re.MULTILINE)


def test_an_answer_to_another_question_is_counted_without_its_id(mind: Path) -> None:
    ran = played(mind, LIAR.replace("sight.id", '"elsewhere"'))

    first, last = ran.err.splitlines()
    assert first.startswith("note: not possible, ")
    assert first.endswith("prompt of odran: expected sight.id")
    assert last.startswith(f"note: {first.split()[3]} answers ")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("sight.id, 'parry/spoon'", 'option of odran was "parry/spoon": '),
        (
            "sight.id, 'attack/war-sword', ('nobody',)",
            'values[0] of odran was "nobody" in attack/war-sword: ',
        ),
        (
            "sight.id, 'defend', (), ('dance', 'sing')",
            'also of odran was "dance", "sing" in defend: ',
        ),
        ("sight.id, 'attack/war-sword'", "values of odran in attack/war-sword: "),
    ],
)
def test_what_was_not_possible_is_quoted(mind: Path, answer: str, said: str) -> None:
    once = COWARD.replace(
        "def decide(sight):",
        "asked = []\ndef decide(sight):\n"
        "    if sight.kind == TURN and not asked:\n"
        f"        asked.append(1)\n        return Answer({answer})",
    )

    err = played(mind, f"from rules.request.course.seen.kinds import TURN\n{once}").err

    assert err.startswith(f"note: not possible, 1 time: {said}"), err


def test_one_is_one(mind: Path) -> None:
    once = COWARD.replace(
        "def decide(sight):",
        "asked = []\ndef decide(sight):\n    asked.append(1)\n"
        "    if len(asked) == 1: return Answer(sight.id, 'teleport')",
    )

    err = played(mind, once).err

    assert err.startswith('note: not possible, 1 time: option of odran was "teleport": ')
    assert "\nnote: 1 answer not possible in all" in err


@pytest.mark.parametrize("driver", ["direct", "live"])
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("decide = 7", "holds no function decide(sight); expected one"),
        ("", "holds no function decide(sight); expected one"),
        ("def decide(:", "cannot be loaded: line 1: SyntaxError: "),
        ("x = 1\ny = 1 / 0", "cannot be loaded: line 2: ZeroDivisionError: division by zero"),
        (
            "def decide(sight):\n    return sight.nowhere",
            "decide failed: line 2: AttributeError: ",
        ),
        ("def decide(sight):\n    return 7", "decide returned int; expected an Answer"),
        (
            answer("sight.id, 'pass', also=5"),
            "decide returned an Answer that is none: Expected `array | null`, got `int`",
        ),
        (answer("sight.id, 5"), "decide returned an Answer that is none: Expected `str`, got"),
        (answer("sight.id, object()"), "decide returned an Answer that is none: "),
        (answer("sight.id, 'x' * 999"), "decide returned an Answer that is none: "),
        (SILENT_ERROR, "decide failed: line 6: Silent: (what it says cannot be read)"),
        ("import sys\nsys.exit(0)", "cannot be loaded: line 2: SystemExit: 0"),
        ("import sys\ndef decide(sight):\n    sys.exit(0)", "decide failed: line 3: SystemExit: 0"),
        ("def decide(sight):\n    raise GeneratorExit", "decide failed: line 2: GeneratorExit"),
        ("def decide(sight):\n    raise StopIteration", "decide failed: line 2: StopIteration"),
        ("class Own(BaseException): pass\nraise Own", "cannot be loaded: line 2: Own"),
        ("async def decide(sight):\n    return 7", "decide is `async def`; expected a plain"),
        (
            "async def other(): pass\ndef decide(sight):\n    return other()",
            "decide returned coroutine; expected an Answer",
        ),
        ("compile('x = ', 'other.py', 'exec')", "cannot be loaded: line 1: SyntaxError: "),
        (NAMELESS, "decide failed: line 6: an error without a name: 7"),
        ("def __getattr__(name): raise ValueError(7)", "cannot be loaded: line 1: ValueError: 7"),
        ("raise ValueError('x' * 99_999)", "cannot be loaded: line 1: ValueError: xxx"),
    ],
)
def test_a_bad_file_is_told_in_one_line(mind: Path, text: str, problem: str, driver: str) -> None:
    ran = played(mind, text, "--driver", driver)

    assert ran.code == 2
    assert ran.err.startswith(f"Error: {mind}: {problem}")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 1100


@pytest.mark.parametrize("driver", ["direct", "live"])
def test_a_mind_of_another_system_is_told_so(mind: Path, driver: str) -> None:
    mind.write_text(f"import rules.request.course.choices\n{COWARD}")

    ran = run("fight", "two-raiders", "--mind", f"raiders={mind}", "--driver", driver)

    assert ran.err.startswith(f"Error: {mind}: decide failed: line 6: AttributeError: ")
    assert ran.err.endswith("; the file is written for ReQuest, and this fight is Rivers\n")


def test_a_mind_of_the_same_system_is_not(mind: Path) -> None:
    for line in ("import rules.request.course.choices", ""):
        ran = played(mind, f"{line}\ndef decide(sight):\n    return sight.nowhere")

        assert "line 3: AttributeError: " in ran.err
        assert "written for" not in ran.err


def test_an_error_from_elsewhere_names_the_line_it_came_through(mind: Path) -> None:
    ran = played(mind, "import json\n\ndef decide(sight):\n    return json.loads('x')\n")

    assert "decide failed: line 4: JSONDecodeError: " in ran.err


def test_the_line_is_named_whatever_way_leads_to_the_file(
    mind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mind.write_text("def decide(sight):\n    raise ValueError('no')\n")
    (mind.parent / "folder").mkdir()
    (mind.parent / "link.py").symlink_to(mind)
    monkeypatch.chdir(mind.parent)

    for name in ("mind.py", "./mind.py", "folder/../mind.py", "link.py"):
        ran = run("fight", "duel", "--mind", f"miller={name}")

        assert ran.err == f"Error: {name}: decide failed: line 2: ValueError: no\n"


def test_an_interrupt_in_a_mind_is_one(mind: Path) -> None:
    ran = played(mind, "def decide(sight):\n    raise KeyboardInterrupt\n")

    assert (ran.code, ran.err) == (130, "")


@pytest.mark.parametrize("driver", ["direct", "live"])
def test_what_a_mind_prints_stays_out_of_the_log(mind: Path, driver: str) -> None:
    words = ["--driver", driver, "--format", "jsonl"]
    silent = played(mind, COWARD, *words)
    talks = COWARD.replace("    return", "    print('thinking')\n    return")

    ran = played(mind, f"print('loaded')\n{talks}", *words)

    assert ran.out == silent.out
    assert ran.err.startswith("loaded\nthinking\nthinking\n")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_mind_cannot_close_what_the_command_writes_to(mind: Path, stream: str) -> None:
    closes = f"import sys\nsys.{stream}.close()\n" + COWARD.replace(
        "    return", f"    sys.{stream}.close()\n    print(7, file=sys.{stream})\n    return"
    )

    ran = played(mind, closes, "--seed", "8")

    assert ran.code == 0
    assert "Victory for Drover" in ran.out
    assert ran.err.startswith("7\n")


def test_a_mind_may_hold_a_dataclass(mind: Path) -> None:
    text = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        f"@dataclass\nclass Plan:\n    worth: int = 0\n{COWARD}"
    )

    assert played(mind, text).code == 0


def test_a_mind_may_import_what_lies_beside_it(mind: Path) -> None:
    (mind.parent / "beside_the_mind.py").write_text("def think(sight):\n    return sight.nothing()")

    ran = played(mind, "import beside_the_mind\ndecide = beside_the_mind.think\n")

    assert (ran.code, ran.err) == (0, "")


def test_a_side_has_one_mind() -> None:
    ran = run("fight", "duel", "--mind", "miller=guard", "--mind", "miller=steady")

    assert ran.code == 2
    assert ran.err == (
        "Error: --mind miller=steady: miller has a mind already; expected one --mind for a side\n"
    )
