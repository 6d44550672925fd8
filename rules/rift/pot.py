"""The betting of Rift: coppers move between the pot, the players and the house, and none is made or lost."""

from __future__ import annotations

from dataclasses import replace

from croupier.rules.rift.state import Kept, Paid, Player, RiftEvent, State
from croupier.rules.rift.table import Table

BETTING = ("none", "tavern", "take-all")
BROUGHT = 250  # coppers a player brings: two strings of 100 and one of 50


def stake(table: Table) -> int:
    """What each player puts in: the most points there are, so that the pot cannot run short."""
    return table.best


def thanks(table: Table) -> int:
    """What is left of what each player brought, for the house."""
    return BROUGHT - stake(table)


def coppers(state: State) -> int:
    """All coppers there are; the same at every step of a game."""
    return state.pot + state.house + sum(player.copper for player in state.players)


def pay(state: State, seat: int, copper: int) -> tuple[State, tuple[RiftEvent, ...]]:
    """`copper` out of the pot to a player, where there is betting."""
    if state.betting == "none" or copper == 0:
        return state, ()
    player = state.players[seat]
    paid = replace(player, copper=player.copper + copper)
    players = (*state.players[:seat], paid, *state.players[seat + 1 :])
    return replace(state, players=players, pot=state.pot - copper), (Paid(seat, copper),)


def settle_pot(state: State) -> tuple[State, tuple[RiftEvent, ...]]:
    """The pot at the game's end: Take-All empties it, Tavern leaves the rest as everybody's drinking money."""
    if state.betting != "take-all":
        return state, ()
    takers = pot_takers(state)
    share, remainder = divmod(state.pot, len(takers))
    events: tuple[RiftEvent, ...] = ()
    for seat in takers:
        state, paid = pay(state, seat, share)
        events += paid
    if remainder:
        state = replace(state, pot=0, house=state.house + remainder)
        events += (Kept(remainder),)
    return state, events


def top_seats(state: State) -> tuple[int, ...]:
    """The seats with the most points."""
    best = max(player.total for player in state.players)
    return tuple(seat for seat, player in enumerate(state.players) if player.total == best)


def pot_takers(state: State) -> tuple[int, ...]:
    """The seats that share a Take-All pot: of the tied, those that scored in the most named categories."""
    tied = top_seats(state)
    most = max(named_categories(state.table, state.players[seat]) for seat in tied)
    return tuple(seat for seat in tied if named_categories(state.table, state.players[seat]) == most)


def named_categories(table: Table, player: Player) -> int:
    """How many high-value categories (those with a name, not a number) the player scored more than 0 in."""
    return sum(points > 0 and table.category(name).worth is not None for name, points in player.used)
