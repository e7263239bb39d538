#!/bin/sh
# uvicorn 0.54.0: with `limit_concurrency=N` the Nth connection at once is refused, so that N is one more than are served. With 1, every request
# gets 503, also on a server that has nothing else to do. A connection counts as soon as it is there, and the one that asks counts itself. One that
# is only kept open after its answer counts, too: a browser keeps some for seconds. Web sockets count, and are never refused themselves,
# so enough of them close the pages of a server, and not its sockets.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check uvicorn==0.54.0 websockets==17.4
cat >try.py <<'PY'
import asyncio
import socket

import uvicorn
from websockets.asyncio.client import connect


async def app(scope, receive, send):
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


async def page(port, opened):
    """The status of a page, over a connection that is left open as a browser leaves it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    opened.append(writer)
    writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    return (await reader.readline()).decode().split()[1]


async def tried(limit, sockets=0, pages=0):
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    port = bound.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", limit_concurrency=limit))
    serving = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started:
        await asyncio.sleep(0.01)
    opened, lines, statuses = [], [], []
    for _ in range(sockets):
        lines.append(await connect(f"ws://127.0.0.1:{port}/", proxy=None))
    for _ in range(pages):
        statuses.append(await page(port, opened))
    print(f"limit {limit}: {len(lines)} web sockets accepted; pages, one after the other: {' '.join(statuses)}")
    for line in lines:
        await line.close()
    for writer in opened:
        writer.close()
    server.should_exit = True
    await serving


async def main():
    print("uvicorn", uvicorn.__version__)
    await tried(1, pages=1)
    await tried(2, pages=2)
    await tried(3, pages=3)
    await tried(3, sockets=5, pages=1)


asyncio.run(main())
PY
env/bin/python try.py 2>messages | tee said
test "$(cat said)" = "uvicorn 0.54.0
limit 1: 0 web sockets accepted; pages, one after the other: 503
limit 2: 0 web sockets accepted; pages, one after the other: 200 503
limit 3: 0 web sockets accepted; pages, one after the other: 200 200 503
limit 3: 5 web sockets accepted; pages, one after the other: 503"
# seen on 2026-11-30:
#   uvicorn 0.54.0
#   limit 1: 0 web sockets accepted; pages, one after the other: 503
#   limit 2: 0 web sockets accepted; pages, one after the other: 200 503
#   limit 3: 0 web sockets accepted; pages, one after the other: 200 200 503
#   limit 3: 5 web sockets accepted; pages, one after the other: 503
