"""What is shown and said of attributes. Nothing in them is secret: every audience sees the same."""

from __future__ import annotations

from croupier.rules.attributes.reckon import least_exceptional, worth
from croupier.rules.attributes.sheet import TITLES
from croupier.rules.attributes.state import Added, Attribute, Ended, Rolled, Settled, State
from croupier.rules.game import JSON, Event, Standing
from croupier.rules.words import in_a_row, listed, written


def view(state: State, seat: int | None) -> dict[str, JSON]:
    """What `seat` (or the board) may see, as JSON."""
    turn, attribute = state.rolling or (None, None)
    return {
        "turn": turn,
        "attribute": attribute.name if attribute else None,
        "rounding": state.rounding,
        "players": [
            {
                "seat": place,
                "player": player.name,
                "total": state.score(place),
                "sheet": [_line(state, attribute) for attribute in player.sheet],
            }
            for place, player in enumerate(state.players)
        ],
    }


def standings(state: State) -> tuple[Standing, ...]:
    """Every player's value so far: of a sheet the sum, with each attribute that has been rolled beside it."""
    return tuple(
        Standing(
            seat,
            player.name,
            state.score(seat),
            tuple((a.name, state.value(a)) for a in player.sheet if a.name and a.faces),
        )
        for seat, player in enumerate(state.players)
    )


def winners(state: State) -> tuple[int, ...]:
    """The seats with the highest score once all is rolled, else none."""
    return state.top_seats if state.rolling is None else ()


def tell(state: State, event: Event) -> str:
    """One event as a sentence to show or say."""
    names = [player.name for player in state.players]
    match event:
        case Rolled(seat, attribute, faces, total, exceptional):
            purpose = f" for {TITLES[attribute]}" if attribute else ""
            total_so_far = f": {total}, which is exceptional" if exceptional else ", which is not exceptional"
            return f"{names[seat]} rolls {in_a_row(faces)}{purpose}{total_so_far}."
        case Added(seat, _, face, adds, another):
            return f"{names[seat]}'s bonus die shows {face} and adds {adds}{'; it earns another' if another else ''}."
        case Settled(seat, attribute, bonus, value):
            with_bonus = f" with the R.C.C. bonus of {written(bonus, sign=True)}" if bonus else ""
            what = f"{names[seat]}'s {TITLES[attribute]} is" if attribute else f"{names[seat]} has"
            return f"{what} {written(value)}{with_bonus}."
        case Ended(seats, score):
            if len(names) == 1:
                in_all = f": {names[0]} has {written(score)} in all" if len(state.players[0].sheet) > 1 else ""
                return f"All is rolled{in_all}."
            who = listed([names[seat] for seat in seats])
            return f"All is rolled: {who} {'has' if len(seats) == 1 else 'have'} the most, {written(score)}."
    raise TypeError(f"{event} is no event of this game")


def _line(state: State, attribute: Attribute) -> dict[str, JSON]:
    """An attribute of a sheet; what has not been rolled is None."""
    rolled = bool(attribute.faces)
    return {
        "name": attribute.name,
        "title": TITLES.get(attribute.name, ""),
        "dice": attribute.dice,
        "exceptional_from": least_exceptional(attribute.count, attribute.sides),
        "faces": list(attribute.faces),
        "total": attribute.total if rolled else None,
        "exceptional": attribute.exceptional if rolled else None,
        "bonus_faces": list(attribute.bonus_faces),
        "bonus_worth": worth(attribute.bonus_faces, attribute.count, state.rounding),
        "bonus": attribute.bonus,
        "value": state.value(attribute) if rolled else None,
        "finished": attribute.awaits is None,
    }
