"""Cut anywhere and joined again, a stream is what it would have been."""

from __future__ import annotations

import pytest
import trio

from protocol.messages import CombatEnded, PromptMessage, Welcome
from tests.support.clocks import in_virtual_time
from tests.support.server import SEATS, Peer, Served, kept_fight, play, serving

pytestmark = in_virtual_time

ONE = SEATS[0]


async def uncut(seat: str) -> list[bytes]:
    """The stream of the seat, or of a spectator, that nothing has cut."""
    async with serving(kept_fight((ONE,))) as served:
        player, watcher = served.enter(ONE), served.enter()
        await play(player)
        await watcher.hear(CombatEnded)
        return player.stream if seat else watcher.stream


async def cut_after(seat: str, number: int) -> list[bytes]:
    """The same stream, cut when *number* messages of it have come, and joined again."""
    async with serving(kept_fight((ONE,))) as served:
        first = served.enter(seat)
        if not seat:
            served.nursery.start_soon(play, served.enter(ONE))
        else:
            served.nursery.start_soon(play, first)
        while len(first.stream) < number:
            await first.news()
        first.go()
        begun = first.stream[:number]  # what came in the same breath is lost
        again = served.enter(seat, after=number)
        await again.hear(Welcome)
        if seat:
            await play(again)
        await again.hear(CombatEnded)
        return begun + again.stream


@pytest.mark.parametrize("seat", [ONE, ""], ids=["seat", "spectator"])
async def test_cut_after_every_event(seat: str) -> None:
    whole = await uncut(seat)
    assert len(whole) > 30

    for number in range(len(whole)):
        assert await cut_after(seat, number) == whole, number


async def test_cut_again_and_again_in_one_fight() -> None:
    whole = await uncut("")
    async with serving(kept_fight((ONE,))) as served:
        joined: list[bytes] = []
        player = served.enter(ONE)
        served.nursery.start_soon(seconds_each, served, player)
        while len(joined) < len(whole):
            watcher = served.enter(after=len(joined))
            while not watcher.stream:
                await watcher.news()
            joined.append(watcher.stream[0])
            watcher.go()

    assert joined == whole


async def seconds_each(_served: Served, player: Peer) -> None:
    await play(player, seconds=0.5)


async def test_a_seat_and_a_spectator_hear_different_things_of_the_same_length_or_less() -> None:
    assert await uncut(ONE) != await uncut("")


async def test_the_prompt_that_was_open_comes_with_the_rest() -> None:
    async with serving(kept_fight((ONE,))) as served:
        first = served.enter(ONE)
        prompt = await first.hear(PromptMessage)
        first.go()
        again = served.enter(ONE, after=3)

        assert (await again.hear(PromptMessage)).prompt == prompt.prompt
        assert again.stream == first.stream[3:]
        assert trio.current_time() == 0
