"""What the table shows, as JSON for the pages: the board, and the log as people know it."""

from __future__ import annotations

from typing import Any

from croupier.rules.game import Game, Standing
from croupier.rules.secrecy import in_public, prompts_for
from croupier.rules.wire import action_from_json, to_json
from croupier.server.course import Course
from croupier.server.heed import in_words
from croupier.server.log import Entry
from croupier.server.table import Table

SHOWN = ("action", "undo", "correct", "touch")
"""The kinds of rows that are shown to everybody; others only ask, or begin."""


def board(table: Table, seat: int | None = None) -> dict[str, Any]:
    """All that everybody, or `seat`, may see of the table: everything but the camera's and the reader's own part."""
    course = table.playing
    if course is None:
        return {
            "version": 0,
            "game": None,
            "players": [],
            "prompts": [],
            "view": {},
            "standings": [],
            "winners": [],
            "over": False,
            "question": None,
            "last": None,
            "undo": None,
            "changed": None,
            "last_throw": None,
            "seats": [],
            "advice": False,
            "waiting": list(table.seats.waiting.names),
        }
    seats = [
        {"seat": place, "player": player, "taken": table.seats.taken(place)}
        for place, player in enumerate(course.started.players)
    ]
    return {**board_of(course, seat), "seats": seats, "waiting": list(table.seats.waiting.names)}


def board_of(course: Course, seat: int | None = None) -> dict[str, Any]:
    """All that everybody, or `seat`, may see of a game as far as it went: the board, but for who has joined."""
    started, game, state = course.started, course.game, course.state
    prompts = game.prompts(state)
    return {
        "version": course.version,
        "game": {"name": started.name, "title": title(game), "options": dict(started.options)},
        "players": list(started.players),
        "prompts": to_json(prompts_for(seat, prompts)),
        "view": to_json(game.view(state, seat)),
        "standings": [_standing(standing) for standing in game.standings(state)],
        "winners": list(game.winners(state)),
        "over": not prompts,
        "question": _question(course),
        "last": _last(course),
        "undo": {"text": course.moves[-1].text} if course.moves else None,
        "changed": _changed(course),
        "last_throw": _last_throw(course),
        "advice": course.advice,
    }


def story(table: Table) -> list[dict[str, Any]]:
    """The actions, undos and corrections of the game so far that everybody may know of, and the dice that were turned
    over by hand; oldest first."""
    return story_of(table.course)


def story_of(course: Course) -> list[dict[str, Any]]:
    """The same of a game as far as it went."""
    counted = {step.entry.id: step for step in course.steps}
    moved = {move.entry.id for move in course.moves}
    rows = []
    for told in course.told:
        entry = told.entry
        if entry.kind not in SHOWN or told.secret:
            continue
        step, touch = counted.get(entry.id), entry.payload if entry.kind == "touch" else None
        rows.append(
            {
                "entry": told.number,
                "at": entry.at,
                "author": entry.author,
                "kind": entry.kind,
                "action": in_public(step.action) if step else _said(course, entry),
                "text": in_words(touch) if touch else step.text if step else told.in_full or told.text,
                "dice": [dict(die) for die in (touch["dice"] if touch else step.dice if step else ())],
                "covered": step.covered if step else 0,
                "picture": picture_address(entry.picture),
                "undone": entry.kind in ("action", "correct") and entry.id not in moved,
                "corrected": step is not None and step.corrected,
            }
        )
    return rows


def about(game: Game) -> dict[str, Any]:
    """What one can choose of a game before it starts."""
    return {"name": game.name, "title": title(game), "options": to_json(game.options), "seats": list(game.seats)}


def title(game: Game) -> str:
    """What pages call a game: with the apostrophe of good print, which not every terminal has."""
    return game.title.replace("'", "’")


def picture_address(number: int | None) -> str | None:
    """Where the pages find an evidence picture."""
    return None if number is None else f"/api/pictures/{number}.jpg"


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "seat": standing.seat,
        "player": standing.player,
        "score": standing.score,
        "extra": dict(standing.extra),
    }


def _question(course: Course) -> dict[str, Any] | None:
    entry = course.question
    if entry is None:
        return None
    return {"touched": [], **entry.payload, "picture": picture_address(entry.picture)}


def _said(course: Course, entry: Entry) -> dict[str, Any] | None:
    """The action that a row holds, as far as everybody may know it."""
    action = entry.payload.get("action")
    return None if action is None else in_public(action_from_json(course.game, action))


def _last(course: Course) -> dict[str, Any] | None:
    step = next((step for step in reversed(course.steps) if not step.secret), None)
    if step is None:
        return None
    return {
        "entry": course.number(step.entry),
        "author": step.entry.author,
        "action": in_public(step.action),
        "text": step.text,
        "dice": [dict(die) for die in step.dice],
        "covered": step.covered,
        "picture": picture_address(step.entry.picture),
        "undoable": True,
    }


def _changed(course: Course) -> dict[str, str] | None:
    """What was undone or corrected, in words, while it is the newest thing that was done."""
    done = ("start", "action", "undo", "correct")
    newest = next((told for told in reversed(course.told) if not told.secret and told.entry.kind in done), None)
    if newest is None or newest.entry.kind not in ("undo", "correct"):
        return None
    return {"kind": newest.entry.kind, "text": newest.text}


def _last_throw(course: Course) -> dict[str, Any] | None:
    """The dice that were thrown last, as they lie since: the entry is the one that turned some, if one did."""
    steps = [step for step in reversed(course.steps) if step.dice]
    if not steps:
        return None
    throw = next(i for i, step in enumerate(steps) if step.thrown is not None)
    pictures = [step.entry.picture for step in steps[: throw + 1] if step.entry.picture is not None]
    return {
        "entry": course.number(steps[0].entry),
        "dice": [dict(die) for die in steps[0].dice],
        "picture": picture_address(pictures[0] if pictures else None),
    }
