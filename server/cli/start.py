"""The way in: where a library that most commands need does not load, `croupier doctor` still does, and says so."""

from __future__ import annotations

import sys

import typer

from croupier.server.cli.doctor import doctor


def main() -> None:
    """Run the command line, or what can be run of it."""
    try:
        from croupier.server.cli.app import main as run
    except Exception as error:  # whatever a broken library comes up with
        if sys.argv[1:2] != ["doctor"]:
            typer.echo(f"croupier: A library does not load ({error}): run `croupier doctor`, it says which.", err=True)
            sys.exit(1)
        del sys.argv[1]
        run = _doctor_alone
    run()


def _doctor_alone() -> None:
    typer.run(doctor)
