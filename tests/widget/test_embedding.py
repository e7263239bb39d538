"""ipywidgets' embedding takes the whole state of a board, and of the front end that holds its code."""

from __future__ import annotations

import pytest
from ipywidgets import HBox
from ipywidgets.embed import dependency_state, embed_data

import hexwidget as hw


@pytest.mark.slow
@pytest.mark.parametrize("drop_defaults", [True, False])
def test_the_state_of_a_page_has_the_board_and_its_code(drop_defaults: bool) -> None:
    board = hw.Board("depletion/first-steps")
    for state in (
        dependency_state([board], drop_defaults=drop_defaults),
        embed_data(views=[HBox([board])], drop_defaults=drop_defaults)["manager_state"]["state"],
    ):
        models = [board.model_id, board.get_state("_front_end")["_front_end"]["model"]]
        assert set(models) <= set(state)
        assert all(state[model]["state"]["_model_name"] == "AnyModel" for model in models)
        assert "_esm" in state[board.model_id]["state"]
        assert "_parts" in state[board.get_state("_front_end")["_front_end"]["model"]]["state"]
