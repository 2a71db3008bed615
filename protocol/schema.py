"""The protocol as JSON Schema, generated: what bots and the web client are held to."""

from __future__ import annotations

import json

import msgspec

from protocol.messages import ClientMessage, ServerMessage


def schema_text() -> str:
    """The text of ``protocol/schema.json``: both unions, and every Struct they are made of."""
    (client, server), components = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template="#/$defs/{name}"
    )
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Strikerank protocol",
        "$defs": {**components, "ClientMessage": client, "ServerMessage": server},
    }
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"
