"""A cluster of separate worker processes gives the same answers, also when a worker dies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.explore import playouts, sweep
from tests.explore import questions

distributed = pytest.importorskip("distributed", reason="clusters are an extra: hexwidget[cluster]")
pytestmark = pytest.mark.slow
FORD = hw.scenario("plotted/the-ford").position


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as found,
    ):
        yield found


def test_a_cluster_answers_as_this_process_does(client: Any) -> None:
    executor = client.get_executor(pure=False)
    assert sweep(questions.two_dice, FORD, seeds=100, executor=executor) == sweep(questions.two_dice, FORD, seeds=100)
    assert playouts(FORD, 12, seed=2, executor=executor) == playouts(FORD, 12, seed=2)
    workers = set(sweep(questions.slow, FORD, seeds=60, executor=executor)["answer"])
    assert len(workers) == 2
    assert os.getpid() not in workers


def test_a_worker_killed_in_mid_sweep_loses_nothing(client: Any, tmp_path: Any) -> None:
    before = set(client.run(os.getpid).values())
    question = questions.DiesOnce(str(tmp_path / "killed"))
    found = sweep(question, FORD, seeds=80, executor=client.get_executor(pure=False), keep=tmp_path / "run.sqlite")
    assert (tmp_path / "killed").exists()
    assert int((tmp_path / "killed").read_text()) in before
    assert found.complete
    assert not found.failures
    assert found["answer"] == sweep(question, FORD, seeds=80)["answer"]


def test_failures_on_workers_are_reported_as_in_this_process(client: Any) -> None:
    there = sweep(questions.now_and_then, FORD, seeds=40, executor=client.get_executor(pure=False))
    here = sweep(questions.now_and_then, FORD, seeds=40)
    assert (there, there.failures) == (here, here.failures)
    assert here.failures
