"""The compression of a table's web sockets: it leaves messages alone that fit into a packet or two anyway.

Most messages to spectators are that short. To compress one would take more time than to send it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame

SHORT = 2_800
"""The most bytes of a message that is not compressed: two packets on most networks."""


class _Deflate(PerMessageDeflate):
    def encode(self, frame: Frame) -> Frame:
        """Compress a message if it is long."""
        return frame if len(frame.data) <= SHORT else super().encode(frame)


class _Factory(ServerPerMessageDeflateFactory):
    def process_request_params(self, params: Sequence[Any], accepted_extensions: Sequence[Any]) -> Any:
        """Agree on the parameters with a browser."""
        agreed, made = super().process_request_params(params, accepted_extensions)
        windows = made.remote_max_window_bits, made.local_max_window_bits
        takeover = made.remote_no_context_takeover, made.local_no_context_takeover
        return agreed, _Deflate(*takeover, *windows, made.compress_settings)


class Sockets(WebSocketsSansIOProtocol):
    """Web sockets of uvicorn with this compression."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # Each message by itself: what a compressor keeps for the next one takes 50 kB a viewer, and makes messages little shorter.
        self.conn.available_extensions = [_Factory(server_no_context_takeover=True, client_no_context_takeover=True)]
