"""Ports for servers of tests that name theirs before they start, or start again at the same one."""

from __future__ import annotations

import socket
from contextlib import suppress
from random import SystemRandom

OWN = (20_000, 32_000)
"""Linux takes the ports of clients, and those of servers that ask for any, from 32768 on. While a server is down, its port stays free."""


def free_port() -> int:
    """Return a port at which nobody listens."""
    while True:
        port = SystemRandom().randrange(*OWN)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
