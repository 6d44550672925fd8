"""What is shown and said of a game of Rift. Nothing in it is secret: every audience sees the same."""

from __future__ import annotations

from croupier.rules.game import JSON, Event, Standing
from croupier.rules.rift.pot import top_seats
from croupier.rules.rift.state import Ended, Kept, Paid, Rerolled, Rolled, Scored, State, Tried
from croupier.rules.words import in_a_row, listed, written

PLACES = ("first", "second", "third")
"""How the dice are told apart, from the left."""


def view(state: State, seat: int | None) -> dict[str, JSON]:
    """What `seat` (or the board) may see, as JSON."""
    table, betting = state.table, state.betting != "none"
    return {
        "round": min(len(state.current.used) + 1, len(table.categories)),
        "rounds": len(table.categories),
        "turn": None if state.over else state.turn,
        "dice": list(state.dice),
        "rerolls": state.rerolls,
        "free_reroll": bool(state.dice) and state.rerolls == 0,
        "players": [
            {
                "seat": place,
                "player": player.name,
                "total": player.total,
                "extra_rerolls": player.extra_rerolls,
                "copper": player.copper if betting else None,
                "used": dict(player.used),
            }
            for place, player in enumerate(state.players)
        ],
        "categories": [
            {
                "name": category.name,
                "title": category.title,
                "needs": category.needs,
                "points": category.worth,
                "brings": category.points(state.dice) if state.dice else None,
            }
            for category in table.categories
        ],
        "betting": state.betting,
        "pot": state.pot if betting else None,
        "house": state.house if betting else None,
        "face_names": list(table.face_names),
    }


def standings(state: State) -> tuple[Standing, ...]:
    """Every player's points, with the coppers in hand where there is betting."""
    betting = state.betting != "none"
    return tuple(
        Standing(seat, player.name, player.total, (("copper", player.copper),) if betting else ())
        for seat, player in enumerate(state.players)
    )


def winners(state: State) -> tuple[int, ...]:
    """The seats with the most points once the game is over, else none."""
    return top_seats(state) if state.over else ()


def tell(state: State, event: Event) -> str:
    """One event as a sentence to show or say."""
    names = [player.name for player in state.players]
    match event:
        case Rolled(seat, faces):
            return f"{names[seat]} rolls {in_a_row(faces)}."
        case Rerolled(seat, _, faces, now, extra):
            cost = " for an extra reroll" if extra else ""
            return f"{names[seat]} rerolls {in_a_row(faces)}{cost}: now {in_a_row(now)}."
        case Tried(seat, die, face, total, opponent, opponent_total, success, now):
            contest = f"{written(total)} against {names[opponent]}'s {written(opponent_total)}"
            if success:
                return f"{names[seat]} turns the {PLACES[die]} die to {face} ({contest}): now {in_a_row(now)}."
            return f"{names[seat]} fails to turn the {PLACES[die]} die ({contest})."
        case Scored(seat, category, points, total):
            return f"{names[seat]} scores {points} in {state.table.category(category).title}: {total} in all."
        case Paid(seat, copper):
            return f"{names[seat]} takes {copper} copper out of the pot."
        case Kept(copper):
            return f"The house keeps {copper} copper, which does not divide."
        case Ended(seats, score, pot):
            wins = f"{'wins' if len(seats) == 1 else 'share the win'} with {score}"
            rest = f" {pot} copper are left to drink." if pot else ""
            if len(names) == 1:
                return f"The game is over: {names[0]} has {score}.{rest}"
            return f"The game is over: {listed([names[seat] for seat in seats])} {wins}.{rest}"
    raise TypeError(f"{event} is no event of this game")
