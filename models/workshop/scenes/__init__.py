"""Training scenes: seeded pictures of any dice on any table, with the truth about each die.

`python -m croupier.models.workshop.scenes OUT --count N --seed S` writes JPEGs and `labels.jsonl`, a line a picture.
`looks` and `place` say what the dice are and where they lie, `clutter` what else lies there, `setting` the table, the
light and the camera; `compose` puts a scene together, `stage` renders it, `truth` tells what can be seen.
"""
