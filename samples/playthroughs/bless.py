"""Fill in what the rules answer in playthrough files: run it, then read the difference as a reviewer would.

    python samples/playthroughs/bless.py samples/playthroughs/*/*.jsonl

A new one starts as a first line `{"game": …, "players": […], "options": {…}}` and one `{"action": {…}}` a line.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from croupier.rules import find_game
from croupier.rules.game import IllegalAction, UnreadableAction
from croupier.rules.wire import action_from_json, to_json
from croupier.server.cli.play import outcome


def bless(path: Path) -> None:
    """Rewrite the file at `path`: each action's events (or the refusal), and how the game stands after the last."""
    first, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    game = find_game(first["game"])
    state = game.start(tuple(first["players"]), first["options"])
    blessed: list[dict[str, Any]] = [first]
    for line in lines:
        if "action" not in line:
            continue
        try:
            state, events = game.apply(state, action_from_json(game, line["action"]))
            blessed.append({"action": line["action"], "events": to_json(events)})
        except (IllegalAction, UnreadableAction) as error:
            blessed.append({"action": line["action"], "error": str(error)})
    blessed.append(outcome(game, state))
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in blessed), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        bless(Path(name))
