"""The schema that bots and the web client are held to is the one of the Structs."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from protocol.messages import ClientMessage, ServerMessage
from protocol.schema import schema_text

COMMITTED = Path(__file__).parents[2] / "protocol" / "schema.json"


def test_the_committed_schema_is_the_generated_one() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize(
    ("name", "union"), [("ClientMessage", ClientMessage), ("ServerMessage", ServerMessage)]
)
def test_both_unions_are_in_it_with_a_tag_for_each_message(name: str, union: object) -> None:
    schema = json.loads(schema_text())
    union_type = msgspec.inspect.type_info(union)
    assert isinstance(union_type, msgspec.inspect.UnionType)
    tags = {kind.tag for kind in union_type.types if isinstance(kind, msgspec.inspect.StructType)}

    assert set(schema["$defs"][name]["discriminator"]["mapping"]) == tags


def test_what_comes_inwards_is_closed_and_bounded() -> None:
    """Every Struct that a client may send forbids unknown fields, and nothing is untyped."""
    seen: set[type] = set()

    def look(kind: msgspec.inspect.Type) -> None:
        assert not isinstance(kind, (msgspec.inspect.AnyType, msgspec.inspect.RawType)), kind
        match kind:
            case msgspec.inspect.UnionType(types):
                for one in types:
                    look(one)
            case msgspec.inspect.VarTupleType(item_type):
                look(item_type)
            case msgspec.inspect.StructType():
                assert kind.forbid_unknown_fields, kind.cls
                seen.add(kind.cls)
                for field in kind.fields:
                    look(field.type)
            case _:
                pass

    look(msgspec.inspect.type_info(ClientMessage))

    assert {cls.__name__ for cls in seen} >= {"AnswerMessage", "Answer", "TableDice", "Intent"}
