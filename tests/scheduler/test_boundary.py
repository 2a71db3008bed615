"""A bug ends its own fight, with a report, and no other."""

from __future__ import annotations

import trio
import trio.testing
from structlog.testing import capture_logs

from actors.combatant import Reply
from actors.policy_mind import ScriptedMind, ScriptOverError
from scheduler.live import fight_boundary
from tests.support.actors import Silent, always
from tests.support.clocks import in_virtual_time
from tests.support.games import Clocked, Game, skirmish

pytestmark = in_virtual_time


async def test_a_bug_in_one_fight_leaves_the_other_running(nursery: trio.Nursery) -> None:
    sound = Game(skirmish(), ann=Clocked(50, always("hold")), bob=always("hold"))
    broken = Game(skirmish(), ann=Clocked(10, ScriptedMind([])), bob=Silent())
    ended: dict[str, bool] = {}

    async def play(name: str, game: Game) -> None:
        with fight_boundary(name) as verdict:
            await game.play()
        ended[name] = verdict.bugs is None

    with capture_logs() as logs:
        nursery.start_soon(play, "sound", sound)
        nursery.start_soon(play, "broken", broken)
        await trio.sleep(20)
        assert ended == {"broken": False}
        await trio.sleep(40)

    assert ended == {"broken": False, "sound": True}
    assert sound.ended == 50
    assert logs == [
        {
            "event": "fight ended by a bug",
            "log_level": "error",
            "fight": "broken",
            "exc_info": True,
        }
    ]


async def test_a_bug_is_kept_for_whoever_asks() -> None:
    with fight_boundary("broken") as verdict:
        await Game(skirmish(), ann=ScriptedMind([])).play()

    assert verdict.bugs is not None
    assert verdict.bugs.subgroup(ScriptOverError) is not None


async def test_the_end_of_the_server_goes_through(nursery: trio.Nursery) -> None:
    ended: list[str] = []

    async def play() -> None:
        with fight_boundary("fight"):
            await Game(skirmish(), ann=Silent(), bob=Silent()).play()
        ended.append("of itself")

    with capture_logs() as logs:
        nursery.start_soon(play)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            await trio.testing.wait_all_tasks_blocked()

    assert ended == []
    assert logs == []


async def test_a_bug_while_the_server_ends_is_reported_and_the_end_goes_on() -> None:
    class Stubborn:
        async def decide(self, *_: object) -> Reply:
            try:
                await trio.sleep_forever()
            finally:
                raise ScriptOverError("r1.e1.1.ann")

    with capture_logs() as logs, trio.move_on_after(5) as server, fight_boundary("fight"):
        await Game(skirmish(), ann=Stubborn(), bob=Silent()).play()

    assert server.cancelled_caught
    assert [log["event"] for log in logs] == ["fight ended by a bug"]
