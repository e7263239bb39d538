"""Names of version 0.1 that games of others may use: they work, and warn."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Draft, Field, listing


def test_a_listing_in_ways_is_one_in_batches() -> None:
    with pytest.warns(DeprecationWarning, match=r"Old\.ways is called batches now"):

        class Old(listing.Listing[Any]):
            def ways(self) -> Any:
                return [(str.__add__, ("a",), "bc")]

    old: Any = Old(hw.scenario("orders/two-on-one").position, "red")
    assert list(old) == ["ab", "ac"]
    assert old.count() == 2
    with pytest.warns(DeprecationWarning, match="Batch"):
        assert listing.Way is listing.Batch


def test_a_field_takes_the_former_name_of_its_stay_label() -> None:
    draft = Draft(army="0203")
    field = hw.scenario("depletion/first-steps").position.choices(draft).field
    assert field is not None
    with pytest.warns(DeprecationWarning, match="the parameter here of Field is called stay_label now"):
        old = Field("to", "where", field.reach, field.unit, here="stay", completes=True)
    assert old.stay_label == "stay"
    with pytest.warns(DeprecationWarning, match=r"Field\.here is called Field\.stay_label now"):
        assert old.here == "stay"
