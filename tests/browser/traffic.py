"""The traffic between a page and its kernel: a proxy that cuts it or falls silent, a record of a board's messages, and clicks
in quick succession."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Event, Thread
from typing import Any

from playwright.sync_api import Page

KERNEL = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"


class Proxy:
    """A connection between the page and Jupyter that a test can cut, or silence: a silent one is open and forwards nothing."""

    def __init__(self, port: int) -> None:
        self.far, self._through, self._ends = port, True, set[asyncio.StreamWriter]()
        self._loop, begun = asyncio.new_event_loop(), Event()

        async def begin() -> None:
            self._sounds = asyncio.Event()
            self._sounds.set()
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            begun.set()

        def run() -> None:
            self._begun = self._loop.create_task(begin())
            self._loop.run_forever()

        Thread(target=run, daemon=True).start()
        assert begun.wait(60)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._through:
            writer.transport.abort()
            return
        await self._sounds.wait()
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.far)
        self._ends |= {writer, far_writer}

        async def pipe(one: asyncio.StreamReader, other: asyncio.StreamWriter) -> None:
            try:
                while data := await one.read(1 << 16):
                    await self._sounds.wait()
                    other.write(data)
                    await other.drain()
                await self._sounds.wait()
            except OSError:
                pass
            finally:
                other.close()

        await asyncio.gather(pipe(reader, far_writer), pipe(far_reader, writer))
        self._ends -= {writer, far_writer}

    def cut(self) -> None:
        """End all connections, and refuse new ones."""

        def now() -> None:
            self._through = False
            for end in list(self._ends):
                end.transport.abort()

        self._loop.call_soon_threadsafe(now)

    def hush(self) -> None:
        """Forward nothing from now on; both sides keep their connections."""
        self._loop.call_soon_threadsafe(lambda: self._sounds.clear())

    def mend(self) -> None:
        """Forward what comes, and what has come during a silence."""
        self._through = True
        self._loop.call_soon_threadsafe(lambda: self._sounds.set())


def record(page: Page) -> None:
    """Record what the boards of a page send to the kernel, and the kernel's answers to all boards' pages."""
    page.evaluate(
        f"""() => {{ window.sent = []; window.answers = [];
          {KERNEL}.anyMessage.connect((_, {{msg, direction}}) => {{
            if (msg.header.msg_type === 'comm_msg' && msg.content.data.method === 'custom')
              (direction === 'send' ? sent : answers).push(msg.content.data.content); }}); }}"""
    )


def recorded(page: Page) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The messages that a page has sent, and the answers that have come to it."""
    sent, answers = page.evaluate("[sent, answers]")
    return sent, answers


def begin_clicks(page: Page, targets: Sequence[tuple[float, float] | str], seconds: float) -> None:
    """Begin to click spread over some seconds: points of the page, or buttons by their selector."""
    page.evaluate(
        """([targets, seconds]) => { const t0 = performance.now(); let n = 0;
          const press = target => {
            if (typeof target === 'string') { document.querySelector(target)?.click(); return; }
            const [x, y] = target, at = document.elementFromPoint(x, y);
            const how = {clientX: x, clientY: y, bubbles: true, pointerId: 1, pointerType: 'mouse', view: window};
            for (const kind of ['pointermove', 'pointerdown', 'pointerup', 'click'])
              at.dispatchEvent(new PointerEvent(kind, {...how, buttons: kind === 'pointerdown' ? 1 : 0}));
          };
          window.clicking = (async () => {
            while (n < targets.length) {
              for (const due = (performance.now() - t0) / 1000 / seconds * targets.length; n < targets.length && n <= due; n++)
                press(targets[n]);
              await new Promise(go => setTimeout(go, 4));
            } })(); }""",
        [list(targets), seconds],
    )


def end_clicks(page: Page) -> None:
    """Wait until the clicks that were begun have been made."""
    page.evaluate("clicking")
