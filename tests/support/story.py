"""Tells a match as a text people can check against the rulebook."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

from random_play import any_deed, luck_is_due, names

from companion.games import part
from companion.games.grill.deeds import Keep
from companion.games.grill.events import AttemptFailed, TileSnatched, TileTaken
from companion.games.grill.rules import Table
from companion.games.rooster_run.deeds import Call, Pick, Place, Return, Reveal
from companion.games.rooster_run.events import CardsDealt, RoundEnded
from companion.games.rooster_run.farmyard import IN_FRONT, Farmyard, in_pond
from companion.rehearsal.luck import luck
from companion.rules.contract import Action, Event, Game
from companion.rules.events import DiceKept, DiceRolled, GameWon, TurnBegun


def story(game: Game[Any], players: int, options: dict[str, Any], seed: int) -> str:
    """A whole match of sensible players, from the first roll to the winner."""
    chance = Random(seed)
    state = game.setup(names(players), options)
    chosen = ", ".join(f"{name} = {value}" for name, value in options.items()) or "as in the rulebook"
    lines = [f"{game.title}, {chosen}; {', '.join(names(players))}"]
    if game.turn_of(state):
        lines += ["", names(players)[0], *(f"    {line}" for line in standing(game, state))]
    while game.winners(state) is None:
        state, events = game.apply(state, sensible_deed(game, state, chance))
        for event in events:
            lines += told(event)
            if isinstance(event, TurnBegun | CardsDealt | RoundEnded):
                lines += [f"    {line}" for line in standing(game, state)]
    lines += ["", *standing(game, state)]
    return "\n".join(lines) + "\n"


def sensible_deed(game: Game[Any], state: Any, chance: Random) -> Action:
    """A worm first, then points; stop with the first tile in reach; the rest as it comes."""
    robots = part(game.name, "at_table.robots")
    if robots and not isinstance(state, Table | Farmyard):  # at those, people have a sense of their own
        return robots.choose("cautious", state) or luck(game, state, chance)
    if state.pending == "keep":
        keeps = [deed for deed in game.legal_actions(state) if isinstance(deed, Keep)]
        worth = state.rules.faces
        return max(keeps, key=lambda deed: (deed.face == "worm", deed.count * worth[deed.face]))
    if state.pending == "hunt":
        return hunters_deed(state, chance)
    if state.pending == "final" and not state.sweetheart and not state.options["no_sweetheart"]:
        return Reveal(
            state.playing[0], next((c.id for c in state.scored[state.playing[0]] if c.id in state.sweethearts), "red-3")
        )
    if luck_is_due(game, state):
        return game.legal_actions(state)[0] if tile_in_reach(state) else luck(game, state, chance)
    return any_deed(game, state, chance)


def hunters_deed(yard: Farmyard, chance: Random) -> Action:
    """Somebody finds a worm, and knows most of the time what it is good for."""
    player = chance.choice(yard.playing)
    wanted = {card.token for card in yard.faceup}
    if worm := yard.hand.get(player):
        return Place(player) if worm in wanted or chance.random() < 0.15 else Return(player, worm)
    if len(yard.front[player]) == IN_FRONT:
        return Call(player)
    pond = in_pond(yard)
    here = [worm for worm in pond if worm in wanted]
    return Pick(player, chance.choice(here if here and chance.random() < 0.4 else pond))


def tile_in_reach(state: Any) -> bool:
    if state.pending != "roll_or_stop" or "worm" not in state.turn.kept:
        return False
    total, exact_only = state.turn.total, state.rules.exact_only
    return any(tile == total or (tile < total and tile not in exact_only) for tile in state.up)


def standing(game: Game[Any], state: Any) -> Iterator[str]:
    """Where everything lies."""
    if game.name == "rooster-run":
        won = (f"{p} {[c.id for c in state.scored[p]]} {'♥' * state.chips[p]}".strip() for p in state.players)
        yield "won: " + "; ".join(won)
        return
    if not game.box.tiles:
        yield "points " + "; ".join(f"{player} {points}" for player, points in game.scores(state).items())
        return
    down = f", face down {_list(state.down)}" if state.down else ""
    yield f"grill {_list(state.up)}{down}"
    yield "stacks " + "; ".join(f"{p} {_list(s)}" for p, s in zip(state.players, state.stacks, strict=True))
    if getattr(state, "on_grill", None):
        here = ", ".join(f"{who} on {tile}" for who, tile in sorted(state.on_grill.items(), key=lambda pair: pair[1]))
        held = ", ".join(f"{who} with {p}" for p, who in zip(state.players, state.holders, strict=True) if who)
        yield f"specialists {here}" + (f", {held}" if held else "")
        yield "Bratworms " + ", ".join(f"{p} {n}" for p, n in zip(state.players, state.bratworms, strict=True))


def told(event: Event) -> list[str]:
    """One event in a line."""
    match event:
        case TurnBegun(player):
            return ["", player]
        case DiceRolled(_, faces, may_keep):
            return [f"  rolls {_list(faces)}" + ("" if may_keep else ": nothing new")]
        case DiceKept(_, face, count, total, left):
            return [f"  lays aside {count} x {face}: {total}, {left} dice left"]
        case TileTaken(_, tile, worms, result):
            return [f"  takes tile {tile} ({worms} worms) with {result}"]
        case TileSnatched(_, tile, worms, victim):
            return [f"  snatches tile {tile} ({worms} worms) from {victim}"]
        case AttemptFailed(_, reason, total):
            return [f"  fails with {total}: {reason.replace('_', ' ')}"]
        case CardsDealt(number, cards):
            return ["", f"round {number}: {_list(cards)}"]
        case GameWon(winners, scores):
            return ["", f"winner: {', '.join(winners)} ({', '.join(f'{p} {n}' for p, n in scores.items())})"]
    name = type(event).__name__
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    facts = (str(getattr(event, field.name)) for field in fields(event))
    return [f"  {words}: {', '.join(fact for fact in facts if fact not in ('None', 'False'))}"]


def _list(items: Any) -> str:
    return " ".join(map(str, items)) or "-"
