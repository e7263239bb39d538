"""The count of code lines: a room is counted with all that lies in it."""

import pytest

from tools import count_lines


@pytest.mark.slow
def test_rooms_add_up_to_the_package() -> None:
    *rooms, (whole, name) = (line.split() for line in count_lines.rooms(2).splitlines())
    assert name == "hexwidget"
    assert sum(int(count) for count, _ in rooms) == int(whole)
    assert len(rooms) == len({room for _, room in rooms}) > 10


def test_a_system_of_ones_own_is_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = count_lines.ROOT / "examples" / "tafl.py"
    monkeypatch.setattr("sys.argv", ["count_lines.py", str(file)])
    count_lines.main()
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 3
    assert rows[2].startswith(f"| tafl.py | {count_lines.count(file).total()} | ")
    monkeypatch.setattr("sys.argv", ["count_lines.py", "nope.py"])
    with pytest.raises(SystemExit):
        count_lines.main()
    assert "no such file: nope.py" in capsys.readouterr().err
