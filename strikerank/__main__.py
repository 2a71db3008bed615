"""The way in: as little as can be, so that an interrupt while everything loads ends quietly."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Load the commands and run the one that was asked for."""
    # Until the commands can say what an interrupt means, it ends the process without a word.
    handler = signal.getsignal(signal.SIGINT)
    is_pythons = handler is signal.default_int_handler
    if is_pythons:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    from scheduler.collector import collect_seldom  # noqa: PLC0415 - see above
    from strikerank.commands import INTERRUPTED, main as commands  # noqa: PLC0415 - see above

    collect_seldom()
    try:
        if is_pythons:
            signal.signal(signal.SIGINT, handler)
        commands(prog_name="strikerank")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        if is_pythons:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
