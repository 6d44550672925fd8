"""The documentation is true: every command and option has its place, every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer.main

from croupier.server.cli.app import app

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("samples/**/*.md")])
COMMANDS = typer.main.get_group(app).commands


def section(command: str) -> str:
    """What docs/command-line.md says of a command."""
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    found = re.search(rf"^## croupier {command}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_its_heading_and_every_option_is_explained(command: str) -> None:
    commands = [COMMANDS[command], *getattr(COMMANDS[command], "commands", {}).values()]
    params = [param for one in commands for param in one.params]
    options = [opt for param in params for opt in param.opts if opt.startswith("--")]
    documented = re.findall(r"`(--[a-z-]+)`", "".join(re.findall(r"^- (.*?):", section(command), re.MULTILINE)))
    missing = [option for option in options if option not in documented]
    assert section(command), f"docs/command-line.md has no heading for {command}"
    assert not missing, f"docs/command-line.md does not explain {missing} of {command}"


def test_no_command_is_documented_that_does_not_exist() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^## croupier (\w+)", text, re.MULTILINE)) == sorted(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing, f"{page.name} links to {missing}"


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z]+)`", page.read_text(encoding="utf-8"))}
    assert named <= set(targets)
