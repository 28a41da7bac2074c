"""Explains what lies in the farmyard of Rooster Run: cards dealt, worms placed and put back."""

from collections import Counter
from typing import Any

from companion.games.rooster_run.at_table.violations import CardsChanged, WormShown
from companion.games.rooster_run.deeds import Deal, Pick, Place, Return
from companion.games.rooster_run.farmyard import CARDS_UP, Farmyard, in_pond
from companion.referee.belief import TableBelief
from companion.referee.stories import NOTHING, Story
from companion.rules.contract import Action, Game
from companion.rules.pieces import Layout
from companion.rules.refusals import Refusal

HIDDEN = ("back", "?")
SHOWN_SURE = 0.9  # a single worm face up must be surely one: a scratch on a back is no worm


def explain_yard(game: Game[Any], yard: Farmyard, table: Layout) -> tuple[Story, ...]:
    """What was dealt, placed or put back since the last look; hands are quick, so it may be several deeds."""
    if yard.pending == "between":
        return _dealt(game, yard, table)
    if yard.pending != "hunt":
        return NOTHING
    story: list[Action] = []
    pond = list(in_pond(yard))
    for player in yard.playing:
        if f"front:{player}" not in table:
            continue  # what cannot be read was not put back
        lies = Counter(worm for worm in table[f"front:{player}"] if worm not in HIDDEN)
        had = {worm: kind(worm) for worm in yard.front[player]}
        gone = Counter(had.values()) - lies
        for worm in [worm for worm, name in had.items() if gone[name] > 0]:
            story.append(Return(player, worm))
            gone[had[worm]] -= 1
        for name in (lies - Counter(had.values())).elements():
            held = yard.hand.get(player)
            if held is not None and kind(held) == name:
                story.append(Place(player))
                continue
            for picked in [one for one in pond if kind(one) == name][:1]:
                pond.remove(picked)
                story += [Pick(player, picked), Place(player)]
    return (tuple(story),) if story else NOTHING


def _dealt(game: Game[Any], yard: Farmyard, table: Layout) -> tuple[Story, ...]:
    """Eight known cards that were not in play before are a new round."""
    cards = {card.id: card for card in game.box.cards}
    shown = [table.get(f"card:{number}", ()) for number in range(1, CARDS_UP + 1)]
    if any(len(lies) != 1 or lies[0] not in cards for lies in shown):
        return NOTHING
    deal = Deal(tuple(cards[lies[0]] for lies in shown))
    return ((deal,),) if game.refusal(yard, deal) is None else NOTHING


def yard_out_of_place(game: Game[Any], yard: Farmyard, belief: TableBelief) -> Refusal | None:
    """Cards changed during the hunt, or worms left lying face up for all to see."""
    if yard.pending != "hunt":
        return None
    table, expected = belief.layout(), game.layout(yard)
    for number in range(1, CARDS_UP + 1):
        due, lies = expected[f"card:{number}"], table.get(f"card:{number}", ())
        if due and lies and lies[0] not in (*HIDDEN, *due):
            return CardsChanged(str(number), due[0])
    shown = [one for one in belief.pieces if one.kind == "token" and one.zone == "pond" and one.piece not in HIDDEN]
    return WormShown(len(shown)) if len(shown) > 1 or any(one.sureness >= SHOWN_SURE for one in shown) else None


def kind(worm: str) -> str:
    """All blanks look alike."""
    return "blank" if worm.startswith("blank") else worm
