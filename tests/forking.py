"""Kernels that are forked from a process that has imported hexwidget already: a kernel's imports take as long as its board.
`main` runs a JupyterLab that forks them.

Notebooks for `FORKED` get such a kernel. It is a process of its own, with its own session of the system and its own connections, and
it ends as any other does. Notebooks for python3 get a kernel as JupyterLab starts it.
"""

from __future__ import annotations

import atexit
import json
import multiprocessing
import os
import sys
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from subprocess import Popen
from typing import Any

FORKED = "forked"
"""The name of the kernels, and the first word of the command that starts one."""
IMPORTED = ("ipykernel.kernelapp", "ipykernel.ipkernel", "hexwidget.widget.board", "hexwidget.widget.advice", __name__)
_context = multiprocessing.get_context("forkserver")


def offer(folder: Path) -> None:
    """Write the kernels' file into a folder of Jupyter's data."""
    made = folder / "kernels" / FORKED
    made.mkdir(parents=True)
    spec = {"argv": [FORKED, "-f", "{connection_file}"], "display_name": "Python 3, forked", "language": "python"}
    (made / "kernel.json").write_text(json.dumps({**spec, "metadata": {"debugger": True}}))


class Forked:
    """A forked kernel with the methods of `subprocess.Popen` that Jupyter calls."""

    stdin = stdout = stderr = None

    def __init__(self, process: ForkServerProcess) -> None:
        assert process.pid is not None
        self.pid = process.pid
        self._process = process
        self.terminate, self.kill = process.terminate, process.kill

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int | None:
        self._process.join(timeout)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


def launch_kernel(command: list[str], *, env: dict[str, str], cwd: str, **options: Any) -> Forked | Popen[bytes]:
    """Start a kernel, in place of the function of this name in jupyter_client."""
    from jupyter_client.launcher import launch_kernel as usual

    if command[0] != FORKED:
        return usual(command, env=env, cwd=cwd, **options)
    _context.set_forkserver_preload(list(IMPORTED))
    begun, begins = _context.Pipe(duplex=False)
    env = {**env, "JPY_PARENT_PID": str(os.getpid())}  # as for other kernels: tables ask for the server by it
    process = _context.Process(target=_run, args=(command[1:], env, cwd, begins))
    process.start()
    begins.close()
    begun.recv()  # Jupyter asks for its group of processes at once
    return Forked(process)


def _run(arguments: list[str], env: dict[str, str], cwd: str, begins: Connection) -> None:
    os.setsid()
    begins.send(True)
    begins.close()
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    del sys.path[0]  # the folder from which the server runs
    multiprocessing.set_start_method(None, force=True)
    import ipywidgets
    from ipykernel.kernelapp import IPKernelApp

    kernel = IPKernelApp.instance(parent_handle=os.getppid())
    kernel.initialize(arguments)
    ipywidgets.register_comm_target()  # an import in a kernel does it
    try:
        kernel.start()
    finally:
        atexit._run_exitfuncs()  # noqa: SLF001  # a forked process ends without them, and imports no test


def main() -> None:
    """Run JupyterLab with the arguments of the command line."""
    from jupyter_client.provisioning import local_provisioner
    from jupyterlab.labapp import main as run

    local_provisioner.launch_kernel = launch_kernel
    run()
