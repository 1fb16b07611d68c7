"""Results that a notebook shows: pictures, web pages and progress bars."""
import html
import os
import sys

import numpy as np

from . import _core


class Picture(np.ndarray):
    """A picture: an array of shape (height, width, 3) and dtype uint8. Notebooks show it."""

    def png(self):
        """Returns the bytes of a PNG file. Raises UsageError if calculations have changed the shape or dtype."""
        if self.dtype != np.uint8:
            raise _core.UsageError(f"a picture must have the dtype uint8, not {self.dtype}")
        return _core.png(self)

    def save(self, file):
        """Writes a PNG file."""
        with open(file, "wb") as stream:
            stream.write(self.png())

    def _repr_png_(self):
        return self.png() if self.ndim == 3 and self.shape[2] == 3 and self.dtype == np.uint8 else None


class Page:
    """A web page that plays a run. Notebooks show it as a player of this height in pixels."""

    def __init__(self, file, height=540):
        self.file = os.fspath(file)
        self.height = height

    def _repr_html_(self):
        with open(self.file, encoding="utf-8") as stream:
            text = stream.read()
        return (f'<iframe srcdoc="{html.escape(text)}" width="100%" height="{self.height}" '
                'style="border:0" allowfullscreen></iframe>')

    def __repr__(self):
        return f"<milkomeda.Page {self.file!r}>"


def _in_notebook():
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return shell is not None and hasattr(shell, "kernel")


class _NotebookBar:
    """A progress bar below a cell of a notebook."""

    def __init__(self):
        from IPython.display import HTML, display
        self._html = HTML
        self._handle = display(HTML(self._text(0)), display_id=True)

    @staticmethod
    def _text(share):
        return f'<progress value="{share:.3f}" max="1" style="width:60%"></progress> {100 * share:.0f} %'

    def __call__(self, share):
        self._handle.update(self._html(self._text(share)))


class _TerminalBar:
    """A progress bar on standard error."""

    def __call__(self, share):
        done = round(40 * share)
        sys.stderr.write(f"\r[{'#' * done}{'.' * (40 - done)}] {100 * share:3.0f} %" + ("\n" if share >= 1 else ""))
        sys.stderr.flush()


def progress_function(progress):
    """Returns the function that shows progress: None for None and False, a bar for True, or `progress` itself."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return _NotebookBar() if _in_notebook() else _TerminalBar()
    if not callable(progress):
        raise _core.UsageError(f"progress: True or a function is required, not {progress!r}")
    return progress
