"""A command line that cannot be read, in one sentence of our own: what is wrong with it, and what would do."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast

import typer

from croupier.rules.settings import shorten

UsageError = cast("type[Exception]", typer.BadParameter.__mro__[1])
"""What Typer raises for a command line; where it has the class from differs between its versions."""
NO_ARGUMENTS = "NoArgsIsHelpError"
KINDS = (
    (r"valid integer|as an integer", "takes a whole number"),
    (r"valid number|valid float", "takes a number"),
    (r"greater than or equal to (\S+?)\.?$", r"is \1 or more"),
    (r"less than or equal to (\S+?)\.?$", r"is \1 or less"),
    (r"greater than (\S+?)\.?$", r"is more than \1"),
    (r"less than (\S+?)\.?$", r"is less than \1"),
    (r"not in the range (.+?)\.?$", r"is \1"),
)
"""What libraries say of a value, and how it is said here, after the option's name."""


def asks_for_help(error: Exception) -> bool:
    """Whether nothing at all was given, and the answer is the command's help."""
    return type(error).__name__ == NO_ARGUMENTS


def in_a_sentence(error: Any) -> str:
    """What is wrong with a command line, and where its help is."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "croupier"
    return f"{_wrong(error, context, command)}; `{command} --help` tells all."


def _wrong(error: Any, context: Any, command: str) -> str:
    match type(error).__name__:
        case "NoSuchOption":
            known = listed_options(context.command.params) if context else ""
            return f"`{command}` has no option {shorten(error.option_name)}" + (f": it has {known}" if known else "")
        case "BadOptionUsage":
            takes = "takes no value" if "not take" in error.message else "needs a value after it"
            return f"{error.option_name} {takes}"
        case "MissingParameter":
            return f"`{command}` needs {_called(error.param)}{_explained(error.param)}"
        case "BadParameter":
            return _misfit(error)
    return _unexpected(str(error.message), context, command)


def listed_options(params: Iterable[Any]) -> str:
    """The options among a command's parameters, with commas between."""
    return ", ".join(option for param in params for option in param.opts if option.startswith("--"))


def _called(param: Any) -> str:
    return next((option for option in param.opts if option.startswith("--")), str(param.name).upper())


def _explained(param: Any) -> str:
    text = (getattr(param, "help", None) or "").rstrip(".")
    return f" ({text[0].lower()}{text[1:]})" if text else ""


def _misfit(error: Any) -> str:
    message = str(error.message).rstrip(".")
    name = error.param_hint or (_called(error.param) if error.param is not None else "")
    for pattern, words in KINDS:
        if found := re.search(pattern, message):
            return f"{name} {found.expand(words)}"
    if not name:
        return message
    return f"{name} {message}" if message.startswith("takes ") else f"{name}: {message}"


def _unexpected(message: str, context: Any, command: str) -> str:
    if found := re.search(r"extra arguments?(?:\(s\))? \((.*)\)", message, re.DOTALL):
        return f"`{command}` does not know what {shorten(found[1])} is for"
    if (found := re.search(r"No such command '(.*)'", message, re.DOTALL)) and context:
        known = ", ".join(sorted(context.command.commands))
        return f"There is no command {shorten(found[1])}: there is {known}"
    return message.rstrip(".")
