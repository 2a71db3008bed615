"""The whole server over real sockets: what websockets adds, and what it would not do by itself."""

from __future__ import annotations

import logging
import os
import signal
import socket
import struct
from contextlib import suppress
from typing import Final

import pytest
import trio
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.trio.client import connect

from protocol.messages import (
    Ack,
    AnswerMessage,
    CombatEnded,
    Ping,
    Pong,
    PromptMessage,
    Refusal,
    ViewMessage,
    Welcome,
)
from server.app import PortError, listeners_at
from server.limits import Limits
from server.site import HEADERS
from tests.support.clocks import in_real_time
from tests.support.server import SEATS, FullDisk, by_luck, kept_fight
from tests.support.sockets import HOST, Listening, Socket, listening

pytestmark = in_real_time

ME = SEATS[0]
QUICK: Final = Limits(write=0.3, close_timeout=0.5, hello=0.5)


async def closed(peer: Socket) -> tuple[int | None, str | None]:
    """The code and the reason with which the server closed."""
    with suppress(ConnectionClosed):
        while True:
            await peer.socket.recv()
    return peer.socket.close_code, peer.socket.close_reason


async def play(peer: Socket) -> CombatEnded:
    """Play the seat to the end."""
    while True:
        message = await peer.hear_any()
        if isinstance(message, CombatEnded):
            return message
        if isinstance(message, PromptMessage):
            answer = by_luck(message.prompt)
            await peer.say(AnswerMessage(f"k-{answer.prompt}", answer))


# --- everyday -------------------------------------------------------------------------------


async def test_a_whole_fight_over_a_socket() -> None:
    limits = Limits(rate=1000, burst=1000)
    async with (
        listening(kept_fight((ME,)), limits=limits) as server,
        server.entered(ME) as me,
        server.entered() as watcher,
    ):
        end = await play(me)
        seen = await watcher.hear(CombatEnded)

    assert end.outcome is not None
    assert (end.outcome, end.state_hash) == (seen.outcome, seen.state_hash)


async def test_the_page_comes_from_the_same_port() -> None:
    async with listening(kept_fight()) as server:
        got = await server.get(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        head = await server.get(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        health = await server.get(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        lost = await server.get(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")

    assert got.startswith(b"HTTP/1.1 200 OK\r\n")
    assert got.endswith(b"<!doctype html><title>Strikerank</title>")
    assert b"Content-Length: 40\r\n" in head
    assert head.endswith(b"\r\n\r\n")
    assert health.endswith(b"\r\n\r\nok\n")
    assert lost.startswith(b"HTTP/1.1 421 ")
    for answer in (got, head, health, lost):
        for name, value in HEADERS.items():
            assert f"{name}: {value}\r\n".encode() in answer
        assert b"Server:" not in answer


async def test_a_post_is_refused_and_a_double_header_is_no_error() -> None:
    with capture_logs() as logs:
        async with listening(kept_fight()) as server:
            post = await server.get(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            double = await server.get(
                b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n"
            )
            plain = await server.get(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

    assert post.startswith(b"HTTP/1.1 405 ")
    assert double.startswith(b"HTTP/1.1 421 ")
    assert plain.startswith(b"HTTP/1.1 426 ")
    assert not logs


async def test_the_handshake_has_the_headers_and_wants_our_own_origin() -> None:
    async with listening(kept_fight()) as server:
        async with server.entered() as watcher:
            response = watcher.socket.response
            assert response is not None
            assert HEADERS.items() <= dict(response.headers.raw_items()).items()
        for origin in ("http://evil.example", "null"):
            with pytest.raises(InvalidStatus) as refused:
                async with connect(server.url, additional_headers={"Origin": origin}):
                    pass
            assert refused.value.response.status_code == 403
        own = {"Origin": f"http://{HOST}:{server.port}"}
        async with connect(server.url, additional_headers=own) as ours:
            await ours.send(server.hello())
            assert await Socket(ours).hear(Welcome)


# --- what a peer may not --------------------------------------------------------------------


async def test_more_than_sixteen_kilobytes_close() -> None:
    async with listening(kept_fight((ME,))) as server, server.entered(ME) as me:
        await me.hear(PromptMessage)
        async with server.entered(ME) as other:
            await other.hear(PromptMessage)
            await other.socket.send("x" * (16 * 1024 + 1))
            assert (await closed(other))[0] == 1009
        await me.say(Ping(1))
        assert await me.hear(Pong) == Pong(1)


async def test_half_a_message_harms_nobody() -> None:
    async with listening(kept_fight((ME,))) as server, server.entered(ME) as me:
        prompt = (await me.hear(PromptMessage)).prompt

        async def fragments() -> None:
            text = '{"type":"answer","key":"half","answer":{"prompt":"'

            async def parts():  # noqa: ANN202 - an async generator of text
                yield text
                await trio.sleep(0.05)
                raise trio.BrokenResourceError

            async with server.entered(ME) as other:
                await other.hear(PromptMessage)
                with pytest.raises(trio.BrokenResourceError):
                    await other.socket.send(parts())

        await fragments()
        await me.say(AnswerMessage("whole", by_luck(prompt)))
        assert await me.hear(Ack) == Ack("whole")


async def test_half_a_frame_harms_nobody() -> None:
    async with listening(kept_fight((ME,))) as server, server.entered(ME) as me:
        await me.hear(PromptMessage)
        stream = await shaken(server)
        await stream.send_all(b"\x81\xfe\x10")  # a masked text frame of 4 kB, cut in its length
        await stream.aclose()
        await me.say(Ping(1))
        assert await me.hear(Pong) == Pong(1)


async def test_binary_frames_and_wrong_tokens_close() -> None:
    async with listening(kept_fight((ME,)), limits=QUICK) as server:
        async with server.entered(ME) as me:
            await me.socket.send(b"{}")
            assert await closed(me) == (1003, "text frames only")
        async with connect(server.url) as stranger:
            await stranger.send('{"type":"hello","token":"wrong"}')
            assert await Socket(stranger).hear(Refusal) == Refusal("", "token")
            assert await closed(Socket(stranger)) == (4401, "token")
        async with connect(server.url) as silent:
            assert await closed(Socket(silent)) == (4401, "token")


async def test_so_many_from_one_address_and_no_more() -> None:
    async with listening(kept_fight(), limits=Limits(fetching=3, open_timeout=0.5)) as server:
        idle = [await server.raw("127.0.0.2") for _ in range(8)]
        await trio.sleep(0.1)
        async with server.entered() as watcher:
            assert await watcher.hear(Welcome)
        await trio.sleep(1)  # they have not shaken hands in time
        again = await server.raw("127.0.0.2")
        await again.send_all(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert (await again.receive_some()).startswith(b"HTTP/1.1 200 ")
        for stream in (*idle, again):
            await stream.aclose()


async def test_so_many_sockets_from_one_address_and_no_more() -> None:
    async with listening(kept_fight(), limits=Limits(per_address=1)) as server:
        async with server.entered() as first:
            assert await first.hear(Welcome)
            async with connect(server.url) as second:
                assert await closed(Socket(second)) == (
                    1013,
                    "too many connections from one address",
                )
        async with server.entered() as again:
            assert await again.hear(Welcome)


HANDSHAKE: Final = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def shaken(server: Listening, **options: int) -> trio.SocketStream:
    """A raw connection after its handshake."""
    raw = socket.socket()
    for name, value in options.items():
        raw.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
    await trio.to_thread.run_sync(raw.connect, (HOST, server.port))
    raw.setblocking(False)  # noqa: FBT003 - the standard library's
    stream = trio.SocketStream(trio.socket.from_stdlib_socket(raw))
    await stream.send_all(HANDSHAKE)
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += await stream.receive_some(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return stream


async def test_who_says_goodbye_at_once_is_answered() -> None:
    """Without a mend of ours websockets 17.4 drops every other one of these."""
    async with listening(kept_fight()) as server:
        for _ in range(30):
            stream = await shaken(server)
            await stream.send_all(b"\x88\x82\x00\x00\x00\x00\x03\xe8")
            answer = b"".join([part async for part in stream])
            assert answer == b"\x88\x02\x03\xe8"
            await stream.aclose()


ATTACKS: Final = {
    "noise": b"\x00\xff" * 50,
    "half a request": b"GET /ws HTTP/1.1\r\nHost: 127",
    "a request of another kind": b"GET /ws HTTP/3.0\r\n\r\n",
    "endless headers": b"GET /ws HTTP/1.1\r\n" + b"X-Y: z\r\n" * 500,
    "a long line": b"GET /" + b"x" * 20_000,
    "two origins": HANDSHAKE[:-2] + b"Origin: http://a\r\nOrigin: http://b\r\n\r\n",
    "two keys": HANDSHAKE[:-2] + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "a body": b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello",
}
FRAMES: Final = {
    "nothing": b"",
    "no mask": b"\x81\x02hi",
    "no opcode": b"\x83\x80\x00\x00\x00\x00",
    "reserved bits": b"\xf1\x80\x00\x00\x00\x00",
    "no UTF-8": b"\x81\x82\x00\x00\x00\x00\xff\xff",
    "half a header": b"\x81",
    "a length of many exabytes": b"\x81\xff" + b"\x7f" + b"\xff" * 7,
    "a goodbye without a code": b"\x88\x81\x00\x00\x00\x00\x01",
    "a continuation of nothing": b"\x80\x80\x00\x00\x00\x00",
}


async def test_whatever_bytes_come_nobody_beside_notices_and_nothing_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    limits = Limits(open_timeout=0.5, hello=0.5, close_timeout=0.5, per_address=100)
    with capture_logs() as logs:
        async with listening(kept_fight((ME,)), limits=limits) as server, server.entered(ME) as me:
            await me.hear(PromptMessage)
            before = server.served.store.inputs("fight")
            for is_reset in (False, True):
                for attack in ATTACKS.values():
                    await strike(await server.raw(), attack, is_reset=is_reset)
                for frame in FRAMES.values():
                    await strike(await shaken(server), frame, is_reset=is_reset)
                await me.say(Ping(1))
                with trio.fail_after(1):
                    assert await me.hear(Pong) == Pong(1)
            await trio.sleep(1.5)
            await me.say(Ping(2))
            assert await me.hear(Pong) == Pong(2)
            assert server.served.store.inputs("fight") == before

    assert {one["event"] for one in logs} <= {"turned away", "peer is too slow"}
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


async def strike(stream: trio.SocketStream, attack: bytes, *, is_reset: bool) -> None:
    """Send some bytes, and be gone: in order, or as if the cable had been cut."""
    with suppress(trio.BrokenResourceError):
        await stream.send_all(attack)
        await trio.sleep(0.01)
    if is_reset:
        linger = struct.pack("ii", 1, 0)
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    await stream.aclose()


# --- slow peers -----------------------------------------------------------------------------


async def test_a_peer_that_never_reads_is_cut_off_and_the_others_hear_everything() -> None:
    limits = Limits(rate=1000, burst=1000, write=0.5)
    async with listening(kept_fight((ME,)), limits=limits) as server:
        # A long story, so that no buffer of the system swallows it.
        beside = server.served.rooms["fight"]._hall._beside  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        story = [b'{"type":"pong","number":1}' + b" " * 100_000] * 300
        beside.stream.frames[:0] = story
        stalled = [await shaken(server, SO_RCVBUF=4096) for _ in range(5)]
        hello = server.hello().encode()
        for stream in stalled:
            await stream.send_all(struct.pack("!BBI", 0x81, 0x80 | len(hello), 0) + hello)
        async with server.entered(ME) as me:
            began = trio.current_time()
            end = await play(me)
            took = trio.current_time() - began
        assert end.outcome is not None
        assert took < 10
        await trio.sleep(0.5)
        assert not beside.clients
        for stream in stalled:
            await stream.aclose()


# --- the end --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "code", "reason"),
    [
        (signal.SIGTERM, 1012, "the server restarts"),
        (signal.SIGINT, 1001, "the server goes away"),
    ],
)
async def test_a_signal_ends_it_in_order(number: signal.Signals, code: int, reason: str) -> None:
    async with listening(kept_fight((ME,))) as server, server.entered(ME) as me:
        async with server.entered() as watcher:
            await me.hear(PromptMessage)
            await watcher.hear(ViewMessage)
            os.kill(os.getpid(), number)
            assert await closed(me) == (code, reason)
            assert await closed(watcher) == (code, reason)
        await server.ended.wait()
        assert server.code == (130 if number == signal.SIGINT else 0)
        with pytest.raises(OSError, match=r"refused|connect"):
            await server.raw()


async def test_a_signal_does_not_wait_for_a_peer_that_never_reads() -> None:
    async with listening(kept_fight((ME,)), limits=QUICK) as server:
        stream = await shaken(server)
        hello = server.hello().encode()
        await stream.send_all(struct.pack("!BBI", 0x81, 0x80 | len(hello), 0) + hello)
        await trio.sleep(0.2)
        began = trio.current_time()
        signal.raise_signal(signal.SIGTERM)
        await trio.sleep(0.05)
        signal.raise_signal(signal.SIGINT)  # changes nothing any more
        await server.ended.wait()

        assert server.code == 0
        assert trio.current_time() - began < 3
        await stream.aclose()


async def test_when_nothing_can_be_kept_it_ends_with_a_code_of_its_own() -> None:
    with capture_logs():
        async with listening(kept_fight((ME,)), store=FullDisk()) as server:
            async with server.entered(ME) as me:
                prompt = (await me.hear(PromptMessage)).prompt
                await me.say(AnswerMessage("k", by_luck(prompt)))
                assert await me.hear(Refusal) == Refusal("k", "not_kept")
                assert await closed(me) == (1011, "nothing can be kept")
            await server.ended.wait()

    assert server.code == 1


async def test_a_port_that_is_taken_is_said_to_be() -> None:
    async with listening(kept_fight()) as server:
        with pytest.raises(PortError, match=f"127.0.0.1:{server.port}: cannot be opened: "):
            await listeners_at(HOST, server.port)
    with pytest.raises(PortError):
        await listeners_at("no.such.host.invalid", 0)


async def test_a_name_with_two_addresses_gets_one_port(monkeypatch: pytest.MonkeyPatch) -> None:
    async def both(*_: object, host: str) -> list[trio.SocketListener]:
        await trio.lowlevel.checkpoint()
        assert host == "two.example"
        return [*first, *second]

    first = await trio.open_tcp_listeners(0, host=HOST)
    second = await trio.open_tcp_listeners(0, host=HOST)
    monkeypatch.setattr(trio, "open_tcp_listeners", both)

    assert await listeners_at("two.example", 0) == first
    assert await listeners_at("two.example", 8080) == [*first, *second]
    assert second[0].socket.fileno() == -1
    await first[0].aclose()
