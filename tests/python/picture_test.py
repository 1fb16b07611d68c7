"""render(), render_file() and what notebooks show."""
import numpy as np
import pytest

import milkomeda as mk


@pytest.fixture(scope="module")
def scene():
    return mk.Scene("milky-way", bodies=4096)


def test_a_picture_is_an_array_that_notebooks_show(scene, tmp_path):
    picture = mk.render(scene, size=(160, 90))
    assert picture.shape == (90, 160, 3) and picture.dtype == np.uint8
    assert 5 < picture[30:60, 60:100].mean() < 250  # the galaxy is in the middle
    assert picture._repr_png_().startswith(b"\x89PNG")
    with pytest.raises(mk.UsageError, match="must have the dtype uint8, not float64"):
        (1.5 * picture).png()
    picture.save(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 1000
    assert scene._repr_png_().startswith(b"\x89PNG")


def test_options_change_the_picture(scene):
    usual = mk.render(scene, size=(80, 60))
    assert np.array_equal(usual, mk.render(scene, size=(80, 60)))
    for options in ({"projection": "orthographic"}, {"preset": "infrared"}, {"exposure": "+3"}):
        assert not np.array_equal(usual, mk.render(scene, size=(80, 60), **options)), options


def test_a_snapshot_of_arrays_is_drawn(cluster):
    state = mk.Snapshot(cluster[0], 0 * cluster[0], cluster[1])
    assert mk.render(state, size=(64, 64)).max() > 100


def test_a_picture_shows_the_present_time(scene):
    run = mk.Run(scene)
    before = mk.render(run, size=(80, 60))
    run.step(20)
    assert not np.array_equal(before, mk.render(run, size=(80, 60)))


def test_a_page_is_shown_as_a_player(tmp_path):
    page = mk.render_file("plummer", tmp_path / "run.html", bodies=1000, until=0.2, moments=3)
    assert isinstance(page, mk.Page) and page._repr_html_().startswith("<iframe srcdoc=")
    for size in ("64x48", (64, 48)):
        assert mk.render_file("plummer", tmp_path / "p.png", bodies=1000, at=0, size=size) is None
        written = (tmp_path / "p.png").read_bytes()
        assert written.startswith(b"\x89PNG") and written[16:24] == b"\0\0\0\x40\0\0\0\x30"


@pytest.mark.parametrize("options, message", [({"preset": "no-such"}, "no-such"), ({"at": 3}, "at: this function"),
                                              ({"size": (0, 5)}, "--size"), ({"size": 5}, "size: (width, height)"),
                                              ({"size": (64.5, 48)}, "size: a whole number is required")])
def test_invalid_options_are_refused(scene, options, message):
    with pytest.raises(mk.UsageError) as raised:
        mk.render(scene, **options)
    assert message in str(raised.value)
