"""The odds of Liar's Dice for one gambler: what the standing bid and each raise are worth, given the own dice alone."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.rules.liars_dice import odds
from croupier.rules.liars_dice.offers import prompts
from croupier.rules.liars_dice.state import FACES, Phase, State
from croupier.server.advice.values import MOST_OPTIONS, Advice, Option, chance, percent

KNOWN = "Your own dice are known, all others fall by chance. What the others’ bids give away is not in it."
UNKNOWN = "All dice fall by chance here: yours are not known to the table."
ROLL = "There is nothing to decide yet: roll your dice under the cup."
LIKELY = Fraction(1, 2)
"""A first bid is worth considering as long as it is likelier right than wrong."""
NEAR = Fraction(1, 50)
"""Where the table bids by itself, quantities that are likelier than this, and less likely than the rest, are told."""


def advice(state: State, seat: int) -> Advice:
    """For a seat that may bid, doubt, or that has still to roll."""
    if state.phase == Phase.ACCUSE:
        return _by_word_of_mouth(state)
    if state.phase != Phase.BID:
        return Advice(ROLL if state.phase == Phase.CAST else "There is nothing to reckon now.")
    if state.claim is None:
        first = sorted(_first_bids(state, seat), key=lambda option: (-option.action["quantity"], -option.worth))
        text = "For each face, the highest bid that is likelier right than wrong." if not state.rules.exact else ""
        return Advice(text or "For each face, the bid that is most likely right.", "chance", tuple(first), KNOWN)
    claim = state.claim
    right = _chance(state, seat, claim.quantity, claim.face)
    bidder = state.players[claim.seat].name
    text = f"{bidder}’s {bid(claim.quantity, claim.face)}: right with a chance of {percent(right)}."
    doubt = chance("Doubt it, and be right", 1 - right, {"kind": "reveal", "seat": seat})
    raises = sorted(_raises(state, seat), key=_by_worth)[: MOST_OPTIONS - 1]
    return Advice(text, "chance", tuple(sorted((doubt, *raises), key=_by_worth)), KNOWN)


def bid(quantity: int, face: int) -> str:
    """4 threes, 1 six, …"""
    single = ("one", "two", "three", "four", "five", "six")[face - 1]
    return f"{quantity} {single}" if quantity == 1 else f"{quantity} {single}{'es' if face == 6 else 's'}"


def _by_worth(option: Option) -> float:
    return -option.worth


def _chance(state: State, seat: int, quantity: int, face: int) -> Fraction:
    mine = state.players[seat].dice
    return odds.chance(state.total, quantity, face, mine, state.rules.wild, state.rules.exact)


def _first_bids(state: State, seat: int) -> Iterator[Option]:
    """A bid for each face: the highest that is likely, or the likeliest where it has to be exact."""
    for face in range(1, FACES + 1):
        ways = {quantity: _chance(state, seat, quantity, face) for quantity in range(1, state.total + 1)}
        likely = [quantity for quantity, right in ways.items() if right >= LIKELY]
        best = max(likely) if likely and not state.rules.exact else max(ways, key=lambda quantity: ways[quantity])
        fields = {"kind": "bid", "seat": seat, "quantity": best, "face": face}
        yield chance(f"Bid {bid(best, face)}", ways[best], fields)


def _raises(state: State, seat: int) -> Iterator[Option]:
    """For each face the raise to it that is likeliest right, of those that are legal."""
    assert state.claim is not None
    offered = {prompt.kind: prompt for prompt in prompts(state) if prompt.seat == seat and prompt.fields}
    offered.pop("sleight", None)
    if "bid" in offered:  # it does all that a raise of the quantity does
        offered.pop("count", None)
    for kind, prompt in offered.items():
        limits = {one.name: range(one.low, one.high + 1) for one in prompt.fields}
        for face in limits.get("face", (state.claim.face,)):
            quantities = limits.get("quantity", (state.claim.quantity,))
            ways = {quantity: _chance(state, seat, quantity, face) for quantity in quantities}
            best = max(ways, key=lambda quantity: ways[quantity])
            fields = {"kind": kind, "seat": seat, **{name: {"quantity": best, "face": face}[name] for name in limits}}
            yield chance(f"Bid {bid(best, face)}", ways[best], fields)


def _by_word_of_mouth(state: State) -> Advice:
    """The odds of any bid where the table knows neither the bids nor the dice."""
    rules = state.rules
    face = 2  # any but ones, which may be wild
    ways = {
        quantity: odds.chance(state.total, quantity, face, None, rules.wild, rules.exact)
        for quantity in range(1, state.total + 1)
    }
    near = [quantity for quantity, right in ways.items() if NEAR < right < 1 - NEAR]
    amount = "exactly" if rules.exact else "at least"
    wild = ", wild ones counted" if rules.wild else ""
    text = f"How likely {amount} so many of the {state.total} dice show one face{wild}."
    options = (chance(str(quantity), ways[quantity]) for quantity in near[:MOST_OPTIONS])
    return Advice(text, "chance", tuple(options), UNKNOWN)
