"""Names are text: whatever somebody is called, nothing runs, and it shows as it is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opened
from tests.browser.house import House
from tests.browser.test_play import by_mouse, decide, is_over

RUN: Final = "ran=1"
PAYLOADS: Final = [
    f"<script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'>",
    f"<iframe src=javascript:{RUN}>",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}>",
    f"<video><source onerror={RUN}>",
    f"<audio src=x onerror={RUN}>",
    f"<input autofocus onfocus={RUN}>",
    f"<select autofocus onfocus={RUN}>",
    f"<textarea autofocus onfocus={RUN}>",
    f"<a href=javascript:{RUN}>a</a>",
    f"<math><mtext><script>{RUN}</script>",
    f"<object data=javascript:{RUN}>",
    f"<embed src=javascript:{RUN}>",
    f"<form action=javascript:{RUN}><button>",
    f"<button formaction=javascript:{RUN}>",
    f"<base href=javascript:{RUN}//>",
    f"<meta http-equiv=refresh content=0;url=javascript:{RUN}>",
    f"<link rel=stylesheet href=javascript:{RUN}>",
    f"<style>@import 'javascript:{RUN}'</style>",
    f"<style>*{{background:url(javascript:{RUN})}}</style>",
    f'"><script>{RUN}</script>',
    f"'><script>{RUN}</script>",
    f'" onmouseover="{RUN}',
    f"' onfocus='{RUN}' autofocus='",
    f"</title><script>{RUN}</script>",
    f"</style><script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"<!--><script>{RUN}</script>-->",
    f"<![CDATA[<script>{RUN}</script>]]>",
    f"&lt;script&gt;{RUN}&lt;/script&gt;",
    f"&#60;script&#62;{RUN}&#60;/script&#62;",
    f"\\u003cscript\\u003e{RUN}\\u003c/script\\u003e",
    f"%3Cscript%3E{RUN}%3C/script%3E",
    f"javascript:{RUN}",
    f"data:text/html,<script>{RUN}</script>",
    f"${{{RUN}}}",
    f"{{{{{RUN}}}}}",
    f"`${{{RUN}}}`",
    f"<template><script>{RUN}</script></template>",
    f"<sr-app onclick={RUN}>",
    f"<slot onslotchange={RUN}>",
    f"<dialog open onclose={RUN}>",
    f"<marquee onstart={RUN}>",
    f"<xss style=animation-name:x onanimationstart={RUN}>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>",
    f"__proto__ {RUN}",
]
SCENE: Final = Path("scenarios/duel.toml")
pytestmark = pytest.mark.timeout(120)


def crowd(names: list[str]) -> str:
    """Two sides of these, beside each other; the first one is the seat."""
    lines = ['name = "<b>Hostile</b>"', 'rules = "request"', "start = { distance = 0 }"]
    lines += [
        "sides = [",
        '  { id = "us", name = "<i>Us</i>" },',
        '  { id = "them", name = "Them" },',
        "]",
    ]
    for place, name in enumerate(names):
        side = "us" if place % 2 == 0 else "them"
        lines += [
            "[[combatants]]",
            'creature = "raider"',
            f'id = "c{place}"',
            f"name = {quoted(name)}",
            f'side = "{side}"',
        ]
    text = "\n".join(lines)
    tomllib.loads(text)
    return text


def quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def test_fifty_names_run_nothing(opened: Opened, tmp_path: Path) -> None:
    assert len(set(PAYLOADS)) == 50
    scene = tmp_path / "hostile.toml"
    scene.write_text(crowd(PAYLOADS), encoding="utf-8")
    with House(tmp_path, str(scene), "--seat", "c0", "--seed", "3") as house:
        page = opened(house.seat())
        expect(page.get_by_role("heading", level=1)).to_have_text("<b>Hostile</b>")
        expect(page.locator(".card")).to_have_count(50)
        names = [one.strip() for one in page.locator(".card .name").all_text_contents()]
        assert {re.sub("^[●◆]", "", one) for one in names} >= set(PAYLOADS)

        for _ in range(5):
            if not is_over(page):
                decide(page, by_mouse)
        assert page.locator(".lines li").count() > len(PAYLOADS)
        page.locator("sr-log summary", has_text="Filter").click()
        page.get_by_label("Who").select_option("c1")

        assert page.evaluate("window.ran") is None
        assert page.locator("script").count() == 1
        assert page.locator("iframe, object, embed, base, marquee").count() == 0
