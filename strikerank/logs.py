"""What a server writes about itself: JSON lines on standard error, websockets' own among them."""

from __future__ import annotations

import logging
import sys
from typing import Final

import structlog

_SHARED: Final[list[structlog.typing.Processor]] = [
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def write_json(*, everything: bool) -> None:
    """Write warnings and worse; or *everything*."""
    level = logging.INFO if everything else logging.WARNING
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=_to_standard_error,
        processors=[
            *_SHARED,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    theirs = logging.getLogger("websockets")
    theirs.handlers = [handler]
    theirs.propagate = False
    theirs.setLevel(logging.WARNING)


def _to_standard_error(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
