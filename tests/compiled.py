"""The compiled rules play as the interpreted ones do: run by `make compiled`, not by pytest.

It runs outside the checkout, with the compiled build as PYTHONPATH, and starts itself a second time with the
checkout as PYTHONPATH.  Both play every scenario with the same seeds; the logs must be equal, byte for byte.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = sorted((ROOT / "scenarios").glob("*.toml"))
SEEDS = range(10)


def log_of(scenario: Path, seed: int) -> bytes:
    headless = importlib.import_module("strikerank.headless")  # of whichever build PYTHONPATH names
    log: bytes = headless.log_of(scenario, seed)
    return log


def play() -> tuple[float, dict[str, list[str]]]:
    """Play everything; return the seconds it took, and by scenario a digest a fight."""
    started = time.perf_counter()
    digests = {
        scenario.name: [hashlib.sha256(log_of(scenario, seed)).hexdigest() for seed in SEEDS]
        for scenario in SCENARIOS
    }
    return time.perf_counter() - started, digests


def interpreted(*arguments: str) -> bytes:
    """Run this file against the checkout, and return what it prints."""
    return subprocess.run(
        [sys.executable, "-P", __file__, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


def modules() -> list[str]:
    """Return the modules that ought to be compiled, as the build itself names them."""
    sys.path.append(str(ROOT))
    setup = importlib.import_module("setup")
    sys.path.remove(str(ROOT))
    files: list[str] = setup.compiled_files()
    return [file.removesuffix(".py").replace("/", ".") for file in files]


def fail(text: str) -> None:
    sys.exit(f"compiled: {text}")


def is_compiled(name: str) -> bool:
    return (importlib.import_module(name).__file__ or "").endswith((".so", ".pyd"))


def check_built() -> None:
    names = modules()
    if wrong := [name for name in names if not is_compiled(name)]:
        fail(f"{wrong} should be compiled")
    print(f"{len(names)} modules of the rules are compiled")


def first_difference(scenario: Path, seed: int) -> str:
    ours = log_of(scenario, seed).splitlines()
    theirs = interpreted("log", str(scenario), str(seed)).splitlines()
    for number, (compiled, source) in enumerate(zip(ours, theirs, strict=False), start=1):
        if compiled != source:
            return f"line {number}\n  compiled    {compiled!r}\n  interpreted {source!r}"
    return f"{len(ours)} lines compiled, {len(theirs)} interpreted"


def check_logs() -> None:
    if not SCENARIOS:
        fail("no scenarios to play")
    seconds, ours = play()
    result: tuple[float, dict[str, list[str]]] = json.loads(interpreted("play"))
    interpreted_seconds, theirs = result
    for scenario in SCENARIOS:
        for seed in SEEDS:
            if ours[scenario.name][seed] != theirs[scenario.name][seed]:
                fail(f"{scenario.name}, seed {seed}: {first_difference(scenario, seed)}")
    fights = len(SCENARIOS) * len(SEEDS)
    print(
        f"{fights} fights of {len(SCENARIOS)} scenarios give equal logs:"
        f" compiled {seconds:.1f} s, interpreted {interpreted_seconds:.1f} s"
    )


def main(arguments: list[str]) -> None:
    match arguments:
        case ["log", scenario, seed]:
            sys.stdout.buffer.write(log_of(Path(scenario), int(seed)))
        case ["play"]:
            if compiled := [name for name in modules() if is_compiled(name)]:
                fail(f"{compiled} should be interpreted; remove the libraries beside the source")
            json.dump(play(), sys.stdout)
        case _:
            check_built()
            check_logs()


if __name__ == "__main__":
    main(sys.argv[1:])
