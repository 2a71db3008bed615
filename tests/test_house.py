"""The house keeps its promises: what compiles, what is locked, what the gate covers."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from setup import INTERPRETED, compiled_files

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["requirements.lock", "requirements-dev.lock", "tools/pip.lock"]
NOT_INSTALLED = {"bench", "tests"}
WITHOUT_CODE = {"scenarios", "web_client"}


def text(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


# What compiles


def structs(sources: dict[str, str]) -> dict[str, list[str]]:
    """Return by file the classes that are msgspec Structs, directly or through a class of any of the files."""
    classes = [
        (file, node.name, {ast.unparse(base).rpartition(".")[2] for base in node.bases})
        for file, source in sources.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
    ]
    known = {"Struct"}
    while found := {name for _, name, bases in classes if bases & known} - known:
        known |= found
    made = {
        file: [name for where, name, bases in classes if where == file and bases & known]
        for file in sources
    }
    for file, source in sources.items():
        made[file] += re.findall(r"\bdefstruct\b", source)
    return {file: names for file, names in made.items() if names}


def test_a_struct_is_found_however_it_is_written() -> None:
    sources = {
        "model.py": "class Event(msgspec.Struct, frozen=True): ...",
        "a.py": "def f():\n    class Hit(model.Event): ...",
        "b.py": "class Deep(Hit): ...",
        "c.py": "Made = msgspec.defstruct('Made', [])",
        "d.py": "class Attack(Procedure): ...",
    }

    assert structs(sources) == {
        "model.py": ["Event"],
        "a.py": ["Hit"],
        "b.py": ["Deep"],
        "c.py": ["defstruct"],
    }


def test_no_compiled_file_defines_a_struct() -> None:
    sources = {
        str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
        for file in (ROOT / "rules").rglob("*.py")
    }
    compiled = set(compiled_files())

    assert compiled
    assert not compiled & structs(sources).keys()


def test_models_data_and_package_files_never_compile() -> None:
    assert {"model.py", "__init__.py", "data.py"} == INTERPRETED
    assert not {Path(file).name for file in compiled_files()} & INTERPRETED


def test_no_library_lies_beside_the_source() -> None:
    assert not [*(ROOT / "rules").rglob("*.so"), *(ROOT / "rules").rglob("*.pyd")]


# What is locked


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text(lock), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_pin_with_hashes_and_name_no_address(lock: str) -> None:
    lines = [
        line.strip(" \\")
        for line in text(lock).splitlines()
        if line.strip() and not line.startswith("#")
    ]

    assert lines
    assert not [
        line
        for line in lines
        if not re.fullmatch(r"[a-z0-9-]+==\S+( ; [^:]+)?|--hash=sha256:[0-9a-f]{64}", line)
    ]


def test_the_small_lock_is_part_of_the_large_one() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("requirements.lock", ["build"]), ("requirements-dev.lock", ["build", "dev"])],
)
def test_locks_hold_all_that_pyproject_asks_for(lock: str, extras: list[str]) -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    asked: list[str] = project["dependencies"] + [
        one for extra in extras for one in project["optional-dependencies"][extra]
    ]

    assert {re.split(r"[><=~!]", one)[0] for one in asked} <= pins(lock).keys()


# What the gate covers


def test_every_package_has_its_layer_its_types_and_its_coverage() -> None:
    tools = tomllib.loads(text("pyproject.toml"))["tool"]
    installed = {file.parent.name for file in ROOT.glob("*/__init__.py")} - NOT_INSTALLED
    code = installed - WITHOUT_CODE

    assert {f"{package}*" for package in installed} <= set(
        tools["setuptools"]["packages"]["find"]["include"]
    )
    assert set(tools["importlinter"]["root_packages"]) == code
    layers = " | ".join(tools["importlinter"]["contracts"][0]["layers"]).split(" | ")
    assert set(layers) == code
    assert code <= set(tools["basedpyright"]["include"])
    assert code <= set(tools["coverage"]["run"]["source"])


def test_every_ignored_check_says_why() -> None:
    inside = re.findall(r"^ignore = \[\n(.*?)^\]", text("pyproject.toml"), re.MULTILINE | re.DOTALL)
    per_file = re.findall(
        r'^"[^"\n]+" = \[\n(.*?)^\]', text("pyproject.toml"), re.MULTILINE | re.DOTALL
    )
    lines = [
        line
        for block in inside + per_file
        for line in block.splitlines()
        if line.lstrip().startswith('"')
    ]

    assert lines
    assert not [line for line in lines if not re.fullmatch(r'  "[A-Z]+[0-9]+", +# .+', line)]


def test_ci_runs_the_gate() -> None:
    assert "make test" in text(".ci/run").splitlines()


def test_every_way_in_that_the_documentation_names_is_there() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    named = {
        target
        for document in documents
        for target in re.findall(
            r"(?:`|^ {4})make ([a-z]+)", document.read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    targets = set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE))

    assert "play" in named
    assert named <= targets
