"""All forms by the names that things call them by."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from croupier.models.workshop.scenes.stage.forms.faceted import FACETED
from croupier.models.workshop.scenes.stage.forms.rounded import Triangles, box, keycap, rounded_box
from croupier.models.workshop.scenes.stage.forms.turned import TURNED

FORMS: Mapping[str, Callable[[], Triangles]] = {
    **TURNED,
    **FACETED,
    "box": box,
    "rounded box": rounded_box,
    "keycap": keycap,
}
"""Each gives the triangles of a thing that stands on the table's middle."""
