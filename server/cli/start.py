"""The way in: where a library that most commands need does not load, `croupier doctor` still does, and says so."""

from __future__ import annotations

import codecs
import signal
import sys
from collections.abc import Callable
from io import TextIOWrapper

from croupier.server.errors import in_one_line

PLAIN = {"−": "-", "–": "-", "×": "x", "…": "...", "“": '"', "”": '"', "→": "->"}
"""How signs are written where the terminal has no better ones."""


def main() -> None:
    """Run the command line, or what can be run of it. Asked to end by SIGTERM, it ends as on Ctrl-C: in good order."""
    interrupted = signal.getsignal(signal.SIGINT)
    if interrupted is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # while libraries load, Ctrl-C ends at once and without a word
    run = _command_line()
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _spell_what_an_output_does_not_have()
    run()


def _spell_what_an_output_does_not_have() -> None:
    """Signs that the terminal's encoding lacks end no command: they are written plainly, or out, such as \\u2680."""
    codecs.register_error("spelled", _spelled)
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, TextIOWrapper):
            output.reconfigure(errors="spelled")


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """As the codecs have it: what to write instead, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(PLAIN.get(s, s.encode("ascii", "backslashreplace").decode()) for s in signs), error.end


def _command_line() -> Callable[[], None]:
    import typer

    try:
        from croupier.server.cli.app import main as run
    except Exception as error:  # whatever a broken library comes up with
        if sys.argv[1:2] != ["doctor"]:
            words = f"A library does not load ({in_one_line(str(error))}): run `croupier doctor`, it says which."
            typer.echo(f"croupier: {words}", err=True)
            sys.exit(1)
        del sys.argv[1]
        return _doctor_alone
    return run


def _doctor_alone() -> None:
    import typer

    from croupier.server.cli.doctor import doctor

    typer.run(doctor)
