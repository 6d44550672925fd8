"""What is shown and said of 4dF rolls. Nothing in them is secret: every audience sees the same."""

from __future__ import annotations

from croupier.rules.fate.dice import kind_of, meaning
from croupier.rules.game import JSON, Event, Standing
from croupier.rules.ladder.play import LADDER
from croupier.rules.ladder.state import Ended, Rolled, State
from croupier.rules.words import FUDGE_SIGNS, in_a_row, listed, written


def view(state: State, seat: int | None) -> dict[str, JSON]:
    """What everybody may see, as JSON. `dice` are the faces as thrown, `hand` is what they mean."""
    hand = meaning(state.dice, state.map)
    return {
        "turn": None if state.over else state.turn,
        "rolls": state.rolls,
        "dice_kind": kind_of(state.map),
        "dice": list(state.dice),
        "hand": list(hand),
        "sum": sum(hand) if hand else None,
        "word": LADDER[sum(hand)] if hand else None,
        "players": [
            {"seat": place, "player": player.name, "sums": list(player.sums), "total": sum(player.sums)}
            for place, player in enumerate(state.players)
        ],
        "map": list(state.map) or None,
        "ladder": [{"sum": total, "word": word} for total, word in LADDER.items()],
    }


def standings(state: State) -> tuple[Standing, ...]:
    """Every player's sums together."""
    return tuple(Standing(seat, player.name, sum(player.sums)) for seat, player in enumerate(state.players))


def winners(state: State) -> tuple[int, ...]:
    """The seats with the highest total once everybody has rolled, else none."""
    return state.best if state.over else ()


def tell(state: State, event: Event) -> str:
    """One event as a sentence to show or say."""
    names = [player.name for player in state.players]
    match event:
        case Rolled(seat, _, hand, total, word):
            shown = in_a_row([FUDGE_SIGNS[face] for face in hand])
            return f"{names[seat]} rolls {shown}: {written(total, sign=True)}, {word}."
        case Ended(seats, score):
            best = written(score, sign=True)
            if len(names) == 1:
                return f"The rolls are over: {names[0]} has {best} in all."
            who = listed([names[seat] for seat in seats])
            return f"The rolls are over: {who} {'is' if len(seats) == 1 else 'are'} best with {best}."
    raise TypeError(f"{event} is no event of this game")
