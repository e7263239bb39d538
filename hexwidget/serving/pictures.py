"""QR codes, which need segno."""

from __future__ import annotations

import segno

from hexwidget.problems import InputError, Problem, is_line

LONGEST_ADDRESS = 300


def code_picture(address: object) -> str:
    """Return the QR code of an address as an SVG image in a ``data:`` address. It is dark on light, with its margin, in any theme.

    :raises InputError: if it is no address
    """
    if not is_line(address, LONGEST_ADDRESS, 1):
        raise InputError(
            "that cannot be drawn", [Problem("", f"expected an address of at most {LONGEST_ADDRESS} characters")]
        )
    return str(segno.make(address, micro=False).svg_data_uri(light="#fff", omitsize=True))
