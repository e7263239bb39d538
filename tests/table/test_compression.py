"""Long messages of a table are compressed, and short ones are not."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate

import hexwidget as hw
from hexwidget.serving.compression import SHORT
from tests.table.wire import Client, served


class Noting(ClientPerMessageDeflateFactory):
    """A browser's side that notes which texts came compressed."""

    def __init__(self, came: list[tuple[bool, str]]) -> None:
        super().__init__(client_max_window_bits=True)
        self.came = came
        self.agreed: Any = None

    def process_response_params(self, params: Any, accepted_extensions: Any) -> Any:
        self.agreed = super().process_response_params(params, accepted_extensions)
        return Deflate(self.came, self.agreed)


class Deflate(PerMessageDeflate):
    def __init__(self, came: list[tuple[bool, str]], agreed: PerMessageDeflate) -> None:
        self.__dict__.update(agreed.__dict__)
        self.came = came

    def decode(self, frame: Any, *, max_size: int | None = None) -> Any:
        compressed = frame.rsv1
        decoded = super().decode(frame, max_size=max_size)
        self.came.append((compressed, bytes(decoded.data).decode()))
        return decoded


def test_long_messages_are_compressed_and_short_ones_are_not() -> None:
    came: list[tuple[bool, str]] = []
    browser = Noting(came)
    with served(hw.Session("depletion/first-steps")) as table:
        red = Client(table.address, table.tokens["red"], compression=None, extensions=[browser])
        red.ask("hello")
        for _ in range(3):
            red.ask("explain", space="0202")
    # Between messages no compressor is kept, which would be the largest thing of a seat.
    assert browser.agreed.remote_no_context_takeover
    assert browser.agreed.local_no_context_takeover
    assert {compressed for compressed, _ in came} == {True, False}
    for compressed, text in came:
        assert compressed == (len(text.encode()) > SHORT)
        assert json.loads(text)
