"""Names of version 0.1 that games of others may use: they work, and warn."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import listing


def test_a_listing_in_ways_is_one_in_batches() -> None:
    with pytest.warns(DeprecationWarning, match=r"Old\.ways is called batches now"):

        class Old(listing.Listing[Any]):
            def ways(self) -> Any:
                return [(str.__add__, ("a",), "bc")]

    old: Any = Old(hw.scenario("orders/two-on-one").position, "red")  # type: ignore[abstract]
    assert list(old) == ["ab", "ac"]
    assert old.count() == 2
    with pytest.warns(DeprecationWarning, match="Batch"):
        assert listing.Way is listing.Batch
