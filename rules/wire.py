"""Actions, events and states as JSON and back, led by the dataclasses' own types and strict about every one.

A dataclass becomes an object; one with a `kind` says so first. What comes back has exactly the fields the class
has (a field with a default may be left out), whole numbers are whole numbers, and nothing is converted.
"""

from __future__ import annotations

import dataclasses
import json
import types
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from croupier.rules.game import JSON, Action, Game, UnreadableAction, UnreadableState
from croupier.rules.settings import shorten

LARGEST = 10**9  # a number on the wire; nothing in a game comes near it
LONGEST_LIST = 1000  # items
LONGEST_TEXT = 1000  # characters


class _Misfit(ValueError):
    """What does not fit, without saying yet whether an action or a state was meant."""


def read_json(text: str | bytes) -> JSON:
    """The JSON in `text`. Raises `UnreadableAction` for what is not JSON, or is too large or deep for an action."""
    try:
        return json.loads(text, object_pairs_hook=_each_name_once)
    except _Misfit as error:
        raise UnreadableAction(str(error)) from error
    except json.JSONDecodeError as error:
        raise UnreadableAction(f"This is not JSON: it goes wrong at character {error.pos + 1}.") from error
    except UnicodeDecodeError as error:
        raise UnreadableAction("This is not JSON: it is not UTF-8 text.") from error
    except RecursionError as error:
        raise UnreadableAction("This is nested too deeply to be an action.") from error
    except ValueError as error:  # Python refuses to read thousands of digits
        raise UnreadableAction("A number in this is too large to be in an action.") from error


def to_json(value: object) -> JSON:
    """`value` as `json.dumps` takes it. Values are dataclasses, tuples, texts, whole numbers, yes or no, and None."""
    if value is None or isinstance(value, (str, int, float)):  # first, as most values are one
        return value
    if isinstance(value, (tuple, list)):
        return [to_json(item) for item in value]
    if isinstance(value, dict):
        return {str(name): to_json(item) for name, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {name: to_json(getattr(value, name)) for name in _hints(type(value))}
        kind = getattr(value, "kind", None)
        return {"kind": kind, **fields} if isinstance(kind, str) else fields
    raise TypeError(f"{type(value).__name__} has no JSON form")


def action_from_json(game: Game, data: JSON) -> Action:
    """The action of `game` that `data` stands for. Raises `UnreadableAction` in one sentence; legality comes later."""
    try:
        return _of_kind(game.actions, data, "action")  # type: ignore[no-any-return]
    except _Misfit as error:
        raise UnreadableAction(str(error)) from error


def state_from_json(game: Game, data: JSON) -> Any:
    """The state of `game` that `data` stands for. Raises `UnreadableState`, also for another game's or version's."""
    try:
        if not isinstance(data, dict):
            raise _Misfit(f"A state is a JSON object, not {_what(data)}.")
        if data.get("game") != game.name:
            raise _Misfit(f"A state of {game.name} says so in its field game; this one has {_what(data.get('game'))}.")
        if data.get("version") != game.version or type(data["version"]) is not int:
            raise _Misfit(f"States of version {game.version} are read here, not of {_what(data.get('version'))}.")
        return _build(game.state, data, f"A state of {game.name}")
    except _Misfit as error:
        raise UnreadableState(str(error)) from error


def event_from_json(game: Game, data: JSON) -> Any:
    """The event of `game` that `data` stands for. Raises `UnreadableState`."""
    try:
        return _of_kind(game.events, data, "event")
    except _Misfit as error:
        raise UnreadableState(str(error)) from error


def _of_kind(classes: tuple[type[Any], ...], data: JSON, noun: str) -> Any:
    if not isinstance(data, dict):
        raise _Misfit(f"An {noun} is a JSON object, not {_what(data)}.")
    known = {cls.kind: cls for cls in classes}
    if "kind" not in data:
        raise _Misfit(f"An {noun} needs its kind: one of {', '.join(known)}.")
    kind = data["kind"]
    if not isinstance(kind, str):
        raise _Misfit(f"The kind of an {noun} is a text, not {_what(kind)}.")
    if kind not in known:
        raise _Misfit(f"There is no {noun} {shorten(kind)}; there is {', '.join(known)}.")
    return _build(known[kind], {name: item for name, item in data.items() if name != "kind"}, f"The {noun} {kind}")


def _build(cls: type[Any], data: dict[str, JSON], noun: str) -> Any:
    hints = _hints(cls)  # type: ignore[arg-type]  # any class can be hashed
    for name in data:
        if name not in hints:
            raise _Misfit(f"{noun} has no field {shorten(name)}; it has {', '.join(hints)}.")
    for field in dataclasses.fields(cls):
        if field.name not in data and field.default is dataclasses.MISSING:
            raise _Misfit(f"{noun} needs {field.name}, which is missing.")
    return cls(**{name: _decode(hints[name], item, f"{noun}: {name}") for name, item in data.items()})


@cache
def _hints(cls: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _decode(hint: Any, data: JSON, where: str) -> Any:
    if hint is int:
        return _whole_number(data, where)
    if hint is bool:
        return _expect(bool, data, where, "true or false")
    if hint is str:
        return _text(data, where)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _build(hint, _expect(dict, data, where, "an object"), where)
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), data, where)
    if get_origin(hint) in (Union, types.UnionType):
        return _optional(get_args(hint), data, where)
    raise TypeError(f"{where}: no JSON form for {hint}")


def _whole_number(data: JSON, where: str) -> int:
    if type(data) is not int:
        raise _Misfit(f"{where} takes a whole number, not {_what(data)}.")
    if abs(data) > LARGEST:
        raise _Misfit(f"{where} takes a whole number of at most {LARGEST}, not a huge one.")
    return data


def _text(data: JSON, where: str) -> str:
    text: str = _expect(str, data, where, "a text")
    if len(text) > LONGEST_TEXT:
        raise _Misfit(f"{where} takes a text of at most {LONGEST_TEXT} characters.")
    return text


def _tuple(args: tuple[Any, ...], data: JSON, where: str) -> tuple[Any, ...]:
    items = _expect(list, data, where, "a list")
    if len(items) > LONGEST_LIST:
        raise _Misfit(f"{where} takes a list of at most {LONGEST_LIST}.")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_decode(args[0], item, where) for item in items)
    if len(items) != len(args):
        raise _Misfit(f"{where} takes a list of {len(args)}, not of {len(items)}.")
    return tuple(_decode(hint, item, where) for hint, item in zip(args, items, strict=True))


def _optional(args: tuple[Any, ...], data: JSON, where: str) -> Any:
    """`X | None`: the only union that a value on the wire has."""
    (hint,) = (arg for arg in args if arg is not type(None))
    return None if data is None else _decode(hint, data, where)


def _expect(cls: type[Any], data: JSON, where: str, words: str) -> Any:
    if type(data) is not cls:
        raise _Misfit(f"{where} takes {words}, not {_what(data)}.")
    return data


def _what(data: JSON) -> str:
    """How a JSON value is called in an error."""
    match data:
        case None:
            return "nothing"
        case bool():
            return "true" if data else "false"
        case int() if abs(data) > LARGEST:
            return "a huge number"
        case int() | float():
            return f"the number {data}"
        case str():
            return f"the text {shorten(data)}"
        case list() | tuple():
            return "a list"
        case _:
            return "an object"


def _each_name_once(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Misfit("A field is given twice; give each once.")
    return found
