"""The protocol page names every message, field and code there is, and its example is one."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import msgspec
import pytest

from protocol.codec import decode_client
from protocol.messages import AnswerMessage, ClientMessage, RefusalCode, ServerMessage

PAGE = Path("docs", "protocol.md").read_text(encoding="utf-8")
MESSAGES = (*typing.get_args(ClientMessage), *typing.get_args(ServerMessage))


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__name__)
def test_every_message_and_each_of_its_fields_stands_in_the_page(
    message: type[msgspec.Struct],
) -> None:
    (row,) = re.findall(rf"^\| `{message.__struct_config__.tag}` \|.*$", PAGE, re.MULTILINE)

    assert [field for field in message.__struct_fields__ if f"`{field}`" not in row] == []


def test_every_code_of_a_refusal_is_explained() -> None:
    assert [code for code in typing.get_args(RefusalCode) if f"| `{code}` |" not in PAGE] == []


def test_the_examples_are_messages() -> None:
    examples: list[str] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)

    messages = [decode_client(example) for example in examples]

    options = [one.answer.option for one in messages if isinstance(one, AnswerMessage)]
    assert options == ["attack/mace", "grapple/fist"]
