"""The count of code lines: a room is counted with all that lies in it."""

from tools import count_lines


def test_rooms_add_up_to_the_package() -> None:
    *rooms, (whole, name) = (line.split() for line in count_lines.rooms(2).splitlines())
    assert name == "hexwidget"
    assert sum(int(count) for count, _ in rooms) == int(whole)
    assert len(rooms) == len({room for _, room in rooms}) > 10
