"""Robots in the farmyard of Rooster Run: a pond of tokens, eight cards, and many hands at once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from companion.games.rooster_run.at_table.hunt import NOBODY
from companion.games.rooster_run.at_table.mistakes import yard_mistakes
from companion.games.rooster_run.at_table.yard import kind
from companion.games.rooster_run.deeds import Call, Deal, EndRound, FinalDiscard, Pick, Place, Return, Reveal
from companion.games.rooster_run.farmyard import BLANKS, CARDS_UP, Farmyard, in_pond
from companion.referee import commands as c
from companion.referee.questions import Question
from companion.rehearsal.manners import linger
from companion.rehearsal.mistakes import Mistake
from companion.rehearsal.play import Play
from companion.rehearsal.stage import Pace, Shot, Stage
from companion.rules.box import Box
from companion.rules.contract import Action
from companion.rules.pieces import Card, Player
from hardware.ports import Press
from vision.render.scene import Card as PaintedCard
from vision.render.scene import Hand, Scene, Token
from vision.table.zones import Mat

ACROSS_MM = 34.0  # from token to token in the pond
TURNED_SECONDS = 1.2  # until all hands turn over what lies face down


class YardStage(Stage):
    """A stage with tokens and cards instead of dice and tiles."""

    def __init__(self, mat: Mat, players: Sequence[Player], chance: Random, pace: Pace, box: Box) -> None:
        super().__init__(mat, players, chance, pace, box)
        self._cards: tuple[PaintedCard, ...] = ()
        self._pond: dict[str, Token] = {}
        self._fronts: dict[Player, tuple[str, ...]] = {}
        self._players = {player: f"front:{seat}" for seat, player in enumerate(players, 1)}
        self.face_up = True  # how worms lie before the players

    def scene(self, hands: tuple[Hand, ...] = (), dice: object = None) -> Scene:
        placed = [token for player in self._fronts for token in self._placed(player)]
        return replace(super().scene(hands), cards=self._cards, tokens=(*self._pond.values(), *placed))

    def fill(self, worms: Sequence[str]) -> None:
        """Spread all tokens face down in the pond."""
        pond = self.mat.zone("pond")
        columns = int(pond.width // ACROSS_MM)
        spots = [
            (pond.x + ACROSS_MM * (0.5 + n % columns), pond.y + ACROSS_MM * (0.5 + n // columns))
            for n in range(len(worms))
        ]
        self._chance.shuffle(spots)
        self._pond = {
            worm: Token(kind(worm), spot, self._chance.uniform(0, 360), face_up=False)
            for worm, spot in zip(worms, spots, strict=True)
        }
        self._spots = {worm: token.at for worm, token in self._pond.items()}

    def lay(self, yard: Farmyard) -> None:
        """Lay everything where the game has it."""
        held = (*yard.hand.values(), *(worm for worms in yard.front.values() for worm in worms))
        self.fill([*in_pond(yard), *held])
        for worm in held:
            del self._pond[worm]
        self._fronts = {player: tuple(yard.front[player]) for player in yard.players}
        self.face_up = not yard.options["facedown"]
        self._lay_cards(yard.faceup)

    def deal(self, cards: Sequence[Card]) -> Iterator[Shot]:
        yield from self._hand(self.mat.zone("card:4").centre)
        self._lay_cards(cards)

    def _lay_cards(self, cards: Sequence[Card]) -> None:
        places = [self.mat.zone(f"card:{number}").centre for number in range(1, CARDS_UP + 1)]
        self._cards = tuple(PaintedCard(card.id, card.value, at) for card, at in zip(cards, places, strict=False))

    def lying(self) -> list[str]:
        """The worms in the pond."""
        return list(self._pond)

    def turn(self, worm: str, face_up: bool) -> Iterator[Shot]:
        token = self._pond[worm]
        yield from self._hand(token.at)
        self._pond[worm] = replace(token, face_up=face_up)

    def lay_third(self, player: Player, worm: str) -> Iterator[Shot]:
        """Somebody cannot get enough."""
        yield from self.take(worm)
        self._fronts = {**self._fronts, player: (*self._fronts[player], worm)}

    def take(self, worm: str) -> Iterator[Shot]:
        token = self._pond.pop(worm)
        yield from self._hand(token.at)

    def show_fronts(self, yard: Farmyard) -> Iterator[Shot]:
        """Lay the tokens in front of everybody as the game has them."""
        wanted = {player: tuple(yard.front[player]) for player in yard.players}
        changed = [player for player in wanted if wanted[player] != self._fronts.get(player, ())]
        if changed:
            yield from self._hand(self.mat.zone(self._players[changed[0]]).centre)
        self._fronts = wanted
        for worm in in_pond(yard):
            if worm not in self._pond:
                self._pond[worm] = Token(kind(worm), self._spots[worm], 0.0, face_up=False)

    def turn_over(self) -> Iterator[Shot]:
        """Everybody shows what he has found."""
        yield from self._hand(self.mat.zone("pond").centre)
        self.face_up = True

    def _placed(self, player: Player) -> list[Token]:
        x, y = self.mat.zone(self._players[player]).centre
        worms = self._fronts[player]
        apart = 36.0 if len(worms) < 3 else 24.0  # a third one is squeezed in
        left = x - apart * (len(worms) - 1) / 2
        return [Token(kind(worm), (left + apart * n, y), face_up=self.face_up) for n, worm in enumerate(worms)]


class YardPlay(Play):
    """The hunt: everybody in turn does what his robot wants, and the referee sees what lies on the table."""

    stage: YardStage
    build = YardStage
    _crows = 0
    _answered = 0  # the last question

    def _lay_out(self) -> Iterator[Shot]:
        self.stage.lay(self.truth.state)
        yield from self.stage.rest(8)

    def _acts(self) -> Iterator[Shot]:
        cards = list(self._game.box.cards)
        self.stage.fill([*(card.token for card in cards), *BLANKS])
        self.chance.shuffle(cards)
        if self.truth.state.options["one_colour_out"]:
            cards = [card for card in cards if card.colour != cards[0].colour]
        yield from self.stage.rest(8)
        while not self.truth.over and not self.wrong:
            yard: Farmyard = self.truth.state
            match yard.pending:
                case "between":
                    dealt, cards = cards[:CARDS_UP], cards[CARDS_UP:]
                    self.stage.face_up = not yard.options["facedown"]
                    yield from self._do(Deal(tuple(dealt)))
                case "hunt":
                    for player in yard.playing:
                        if self.truth.state.pending == "hunt" and not self.wrong:
                            action = self._robot(self._game, self.truth.state, player)
                            assert action is not None
                            yield from self._linger()
                            yield from self._err(action)
                            yield from self._do(action)
                case _:
                    yield from self._talk()
                    yield from self.stage.rest(1)
                    if not self._understood() or not self.truth.over:
                        yield from self._do(FinalDiscard(self._drawn(self.truth.state)))
            yield from self._wait()
        yield from self.stage.rest(2)

    def _drawn(self, yard: Farmyard) -> dict[Player, tuple[str, ...]]:
        owing = {p: min(yard.chips[p], len(yard.scored[p])) for p in yard.playing}
        return {p: tuple(card.id for card in self.chance.sample(yard.scored[p], n)) for p, n in owing.items() if n}

    def _do(self, action: Action) -> Iterator[Shot]:
        self.truth = self.truth.act(action)
        yard: Farmyard = self.truth.state
        match action:
            case Deal(cards):
                yield from self.stage.deal(cards)
            case Pick(_, worm):
                yield from self.stage.take(worm)
            case Place():
                yield from self.stage.show_fronts(yard)
                if self.stage.face_up:
                    yield from self._wait()
            case Return():
                yield from self.stage.show_fronts(yard)
            case Call(player):
                self._crow(player)
                yield from self.stage.show_fronts(_laid_down(self.truth.deeds[-2].state))
                if not self.stage.face_up:
                    yield from self._pause(TURNED_SECONDS)
                    yield from self.stage.turn_over()
                yield from self._wait()
                yield from self._talk()
                yield from self.stage.deal(())
                yield from self.stage.show_fronts(yard)
            case EndRound() | FinalDiscard():
                self._bench.tell(c.Act(self._game.action_to(action)))
                yield from self._wait()
                yield from self.stage.show_fronts(yard)

    def _crow(self, player: Player) -> None:
        self._crows += 1
        seat = list(self.truth.players).index(player) + 1
        self._bench.tell(Press(f"call:{seat}", float(self._crows)))

    def _linger(self) -> Iterator[Shot]:
        if self._lively():
            yield from linger(self.stage, self.stage.mat.zone("pond").centre, self.chance)

    def _mistakes(self, action: Action) -> list[Mistake]:
        return yard_mistakes(self.truth.state, self.stage, self._crow, self.chance)

    def _talk(self) -> Iterator[Shot]:
        """Answer what belongs to the show: whether the count is right, and who loves whom."""
        while (question := self._bench.question()) is not None and not self.wrong:
            self._answer(question)
            yield from self.stage.rest(1)

    def _answer(self, question: Question) -> None:
        if question.id == self._answered:
            return
        self._answered = question.id
        match question.words.key:
            case "CountRight" if self._same_scores():
                self._bench.tell(c.Answer("yes"))
            case "CountRight":
                self.questions += 1
                self._bench.tell(c.Answer("no"))
            case "SetRight":
                self._set_right(_laid_down(self.truth.deeds[-2].state))
                self._bench.tell(c.Answer("count_again"))
            case "Sweetheart":
                player = question.words.facts["player"]
                card = self.chance.choice([value for value, _ in question.choices])
                if card != NOBODY:
                    self.truth = self.truth.act(Reveal(player, card))
                self._bench.tell(c.Answer(card))
            case _:
                super()._answer(question)

    def _help(self) -> None:
        """Say by touch what lies before everybody, or what was dealt."""
        self.helped += 1
        done = self.truth.actions[-1]
        if isinstance(done, Deal):
            self._bench.tell(c.Act(self._game.action_to(done)))
        else:
            self._set_right(self.truth.state)

    def _set_right(self, true: Farmyard) -> None:
        held: Farmyard = self._bench.match().state
        for player in true.players:
            before, lies = list(held.front[player]), [*true.front[player]]
            for worm in held.front[player]:
                if kind(worm) in map(kind, lies):
                    before.remove(worm)
                    lies.remove(next(other for other in lies if kind(other) == kind(worm)))
            deeds: list[Action] = [Return(player, worm) for worm in before]
            deeds += [deed for worm in lies for deed in (Pick(player, worm), Place(player))]
            for deed in deeds:
                self._bench.tell(c.Act(self._game.action_to(deed)))

    def _same_scores(self) -> bool:
        return _won(self._bench.match().state) == _won(self.truth.state)

    def _understood(self) -> bool:
        """The referee cannot see what is in a hand; what lies on the table and what it is worth must be right."""
        held, true = self._bench.match().state, self.truth.state
        if held.over and self._game.refusal(true, FinalDiscard({})) is None:
            self.truth = self.truth.act(FinalDiscard({}))  # where no heart is broken the referee counts by itself
            true = self.truth.state
        question, same_scores = self._bench.question(), self._same_scores()
        asked = question is not None and question.words.key in ("CountRight", "SetRight")
        if held.round > true.round or (held.round == true.round and not same_scores and not asked):
            self.wrong += 1
        same_fronts = all(sorted(map(kind, held.front[p])) == sorted(map(kind, true.front[p])) for p in true.players)
        seen = same_fronts or not self.stage.face_up
        return bool(held.pending == true.pending and same_scores and seen)


def _laid_down(yard: Farmyard) -> Farmyard:
    """At a call everybody lays down what he still holds."""
    held = {player: (yard.hand[player],) if player in yard.hand else () for player in yard.players}
    return replace(yard, front={player: (*yard.front[player], *held[player]) for player in yard.players})


def _won(yard: Farmyard) -> dict[Player, list[str]]:
    """Which chickens each one has; in which order they came does not matter."""
    return {player: sorted(card.id for card in cards) for player, cards in yard.scored.items()}


PLAY = YardPlay
