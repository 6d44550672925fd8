"""What is shown and said of Tinkering With Fate. Nothing in it is secret: every audience sees the same."""

from __future__ import annotations

from croupier.rules.fate.dice import kind_of, points
from croupier.rules.fate.state import FUDGES, Ended, Fudged, Reached, Scored, State, Thrown, Tied
from croupier.rules.game import JSON, Event, Standing
from croupier.rules.words import listed

STAGES = ("play", "final", "tied")
"""By the state's round, the last one for all rounds from 2 on."""


def view(state: State, seat: int | None) -> dict[str, JSON]:
    """What `seat` (or the board) may see, as JSON.

    `dice` are the faces as thrown, `hand` is what they mean (−1, 0, +1), drawn as the theme has it.
    """
    return {
        "stage": "over" if state.over else STAGES[min(state.round, len(STAGES) - 1)],
        "turn": None if state.over else state.turn,
        "target": state.target,
        "ties": state.ties,
        "dice_kind": kind_of(state.map),
        "dice": list(state.dice),
        "hand": list(state.hand),
        "worth": points(state.hand) if state.dice else None,
        "bound": list(state.bound),
        "fudges": state.fudges,
        "fudges_left": FUDGES - state.fudges if state.may_fudge else 0,
        "casters": list(state.casters),
        "players": [
            {"seat": place, "player": player.name, "score": player.score} for place, player in enumerate(state.players)
        ],
        "map": list(state.map) or None,
        "theme": {
            "name": state.look.name,
            "title": state.look.title,
            "faces": [{"face": face.face, "name": face.name, "symbol": face.symbol} for face in state.look.faces],
        },
    }


def standings(state: State) -> tuple[Standing, ...]:
    """Every player's points."""
    return tuple(Standing(seat, player.name, player.score) for seat, player in enumerate(state.players))


def winners(state: State) -> tuple[int, ...]:
    """The seats with the most points once the game is over, else none."""
    return state.leaders if state.over else ()


def tell(state: State, event: Event) -> str:
    """One event as a sentence to show or say, the faces by the names of the state's theme."""
    names, say = [player.name for player in state.players], state.look.say
    match event:
        case Thrown(seat, _, hand, worth):
            return f"{names[seat]} casts {say(hand)}: worth {worth}."
        case Fudged(seat, bound, thrown, _, hand, worth):
            kept, fresh = (say(tuple(hand[place] for place in places)) for places in (bound, thrown))
            return f"{names[seat]} binds {kept} and throws {fresh}: worth {worth}."
        case Scored(seat, brought, total):
            return f"{names[seat]} scores {brought}: {total} in all."
        case Reached(seat, target, casters):
            who = "everybody else has" if len(casters) > 1 else f"{names[casters[0]]} has"
            return f"{names[seat]} has reached the target of {target}: {who} one final cast."
        case Tied(seats, score):
            return f"{listed([names[seat] for seat in seats])} are tied with {score}: each casts once more."
        case Ended(seats, score):
            if len(names) == 1:
                return f"The game is over: {names[0]} has {score}."
            verb = "wins" if len(seats) == 1 else "share the win"
            return f"The game is over: {listed([names[seat] for seat in seats])} {verb} with {score}."
    raise TypeError(f"{event} is no event of this game")
