"""The report's contents: what was found in a history, put into words, tables and charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import get_language, get_language_bidi, gettext, ngettext
from django.utils.translation import gettext_noop as _

from content.schema.ledger import LedgerRule
from content.schema.pack import Pack
from games.exports.report.battles import Reckoned, Trial
from games.exports.report.blocks import (
    Block,
    Line,
    Lines,
    Pairs,
    Picture,
    Report,
    Rules,
    RuleSaid,
    Section,
    Sheet,
    Text,
)
from games.exports.report.charts import BoardChart, Death, DialsChart, Field
from games.exports.report.evening import Evening, Fight, Point, SeatSeen, Told, Turn, isolated
from games.exports.report.luck import Tally, share_below
from games.exports.report.rings import rings_of
from games.exports.report.rolls import Kind
from games.exports.report.turning import MOST, Reason
from games.exports.report.words import (
    chance,
    decimal,
    from_to,
    hour,
    lasting,
    percent,
    signed_decimal,
)
from games.models import Game
from games.rules.terms import Phase, Status
from games.sentences import NO_NAMES, status_label
from games.sentences.words import Words, all_of, opened

MOST_VISITED = 12

_STRICTNESS = {
    Game.Strictness.STRICT: _("What the rules forbid was refused."),
    Game.Strictness.ADVISE: _(
        "What the rules forbid was warned of, and could be done all the same."
    ),
    Game.Strictness.RECORD: _("The books were kept as told; the rules refused nothing."),
}
_KINDS = {
    Kind.MOVE: _("On the move"),
    Kind.TABLE: _("On tables of the board and of cards"),
    Kind.ATTACK: _("In {battles}"),
    Kind.TEST: _("In tests"),
    Kind.OTHER: _("For other things"),
    Kind.AGAINST: _("By others for what was faced"),
}
_CAME = {
    "won": _("won"),
    "drawn": _("{standoff}"),
    "lost": _("lost"),
    "evaded": _("evaded"),
    "passed": _("passed"),
    "failed": _("not passed"),
}
_WHY_NOT = {
    "no_dice": _("no dice"),
    "too_large": _("too large to count"),
    "unknown": _("hangs on a hand unseen"),
    "otherwise": _("judged otherwise by today's rules"),
}


def report_of(evening: Evening) -> Report:
    """The whole report in the language that is active."""
    contents = _Contents(evening)
    game = evening.history.game
    return Report(
        title=game.name,
        subtitle=evening.pack.edition.title,
        language=get_language() or "en",
        direction="rtl" if get_language_bidi() else "ltr",
        sections=list(contents.sections()),
        entry_word=gettext("Entry"),
        rules_word=gettext("Rules"),
        contents_word=gettext("Contents"),
        page_word=gettext("Page {page} of {pages}"),
    )


class _Contents:
    """Puts one game into words."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.pack: Pack = evening.pack
        self.words = Words(self.pack, NO_NAMES)
        self.dials = [self.words.many(dial.value) for dial in evening.dials]

    def sections(self) -> Iterator[Section]:
        """Its parts, the most telling first."""
        yield Section("evening", gettext("The evening"), list(self._evening()))
        yield Section("turning-points", gettext("Turning points"), list(self._turning()))
        yield Section("dials", gettext("Dials over time"), list(self._dials()))
        yield Section("board", gettext("Where they went"), list(self._board()))
        yield Section("battles", gettext("What was fought and tested"), list(self._battles()))
        yield Section("luck", gettext("Luck"), list(self._luck()))
        yield Section("story", gettext("The story"), list(self._story()))
        yield Section("rules", gettext("The rules cited"), list(self._rules()))
        yield Section("reckoned", gettext("How this was reckoned"), list(self._reckoned()))

    # ------------------------------------------------------------------ the evening

    def _evening(self) -> Iterator[Block]:
        yield Text(" ".join(self._in_short()))
        yield Pairs(list(self._head()))
        rows = [
            (
                seen.person,
                all_of(life.name for life in seen.lives) if seen.lives else "\u2013",
                self._how_it_ended(seen),
            )
            for seen in self.evening.seats.values()
        ]
        yield Sheet(
            head=(gettext("Who"), opened(self.words.one("character")), gettext("How it ended")),
            rows=rows,
            widths=(3, 3, 5),
            caption=gettext("Who sat at the table, clockwise."),
        )

    def _in_short(self) -> Iterator[str]:
        """The game in three or four sentences."""
        evening = self.evening
        people = len(evening.seats)
        turns = evening.last_turn
        if evening.winner:
            winner = evening.seats[evening.winner]
            yield gettext("{character} ({person}) has won in turn {turn}.").format(
                character=winner.played, person=winner.person, turn=turns
            )
        elif evening.phase is Phase.OVER:
            yield gettext("The game ended without a winner.")
        elif evening.phase is Phase.SETUP:
            yield gettext("The game has not begun yet.")
        else:
            yield gettext("The game is not over: turn {turn} is the last that was logged.").format(
                turn=turns
            )
        if turns:
            yield ngettext(
                "{people} person played {turns} turns in {time}.",
                "{people} people played {turns} turns in {time}.",
                people,
            ).format(people=people, turns=turns, time=lasting(evening.played_for))
        battles = [fight for fight in evening.fights if not fight.trial.is_test]
        if battles:
            yield ngettext(
                "{count} {battle} was fought.",
                "{count} {battles} were fought.",
                len(battles),
            ).format(
                count=len(battles),
                battle=self.words.one("battle"),
                battles=self.words.many("battle"),
            )
        for seen in evening.seats.values():
            for life in seen.lives:
                if life.died is not None:
                    yield gettext("{character} ({person}) died in turn {turn}.").format(
                        character=life.name, person=seen.person, turn=life.died
                    )

    def _head(self) -> Iterator[tuple[str, str]]:
        evening, game = self.evening, self.evening.history.game
        yield gettext("Edition"), self.pack.edition.title
        if game.variants:
            titles = {variant.id: variant.title for variant in self.pack.edition.variants}
            yield gettext("Variants"), "; ".join(titles.get(one, one) for one in game.variants)
        if game.rulings:
            rules = {rule.id: rule.title for rule in self.pack.ledger.rules}
            yield (
                gettext("Rulings"),
                "; ".join(f"{rules.get(one, '')} ({one})" for one in game.rulings),
            )
        zone = timezone.get_current_timezone_name()
        evenings = [
            gettext("{when} ({zone})").format(when=from_to(*sitting), zone=zone)
            for sitting in evening.sittings
        ]
        yield ngettext("Evening", "Evenings", len(evenings)), "; ".join(evenings)
        yield gettext("Length"), self._length()
        if game.strictness in _STRICTNESS:
            yield gettext("Rules"), gettext(_STRICTNESS[Game.Strictness(game.strictness)])
        yield gettext("Told for"), self._reader()
        yield gettext("Seal of the log"), evening.digest

    def _length(self) -> str:
        evening = self.evening
        gone = len([1 for turn in evening.turns for told in turn.entries if told.taken_back_by])
        parts = [
            ngettext("{count} turn", "{count} turns", evening.last_turn).format(
                count=evening.last_turn
            ),
            ngettext("{count} entry", "{count} entries", evening.entries).format(
                count=evening.entries
            ),
            lasting(evening.played_for),
        ]
        if gone:
            parts.append(
                ngettext("{count} entry taken back", "{count} entries taken back", gone).format(
                    count=gone
                )
            )
        return ", ".join(parts)

    def _reader(self) -> str:
        viewer = self.evening.history.viewer
        if viewer.sees_all:
            return gettext("everybody: all hands are shown")
        seen = self.evening.seats.get(viewer.seat or "")
        if seen is not None:
            return gettext("{person}: hands of others stay hidden").format(person=seen.person)
        return gettext("anybody: hands stay hidden")

    def _how_it_ended(self, seen: SeatSeen) -> str:
        t = self.evening.history.table
        figure = t.figures.get(seen.key)
        parts = [
            gettext("{character} died in turn {turn}").format(character=life.name, turn=life.died)
            for life in seen.lives
            if life.died is not None
        ]
        if t.winner == seen.key:
            parts.append(gettext("has won, {dials}").format(dials=self._dials_of(seen)))
        elif figure is not None and figure.status is Status.IN_PLAY:
            parts.append(
                gettext("on {space}, {dials}").format(
                    space=self.words.space(figure.space), dials=self._dials_of(seen)
                )
            )
        elif figure is not None and not (figure.status is Status.DEAD and parts):
            parts.append(status_label(figure.status.value, self.pack))
        return "; ".join(parts)

    def _dials_of(self, seen: SeatSeen) -> str:
        values = seen.dials[max(seen.dials)] if seen.dials else ()
        return ", ".join(
            gettext("{dial} {value}").format(dial=dial, value=value)
            for dial, value in zip(self.dials, values, strict=False)
        )

    # ------------------------------------------------------------------ turning points

    def _turning(self) -> Iterator[Block]:
        if not self.evening.points:
            yield Text(gettext("Nothing has turned yet."))
            return
        yield Lines("", [self._point(point) for point in self.evening.points])

    def _point(self, point: Point) -> Line:
        return Line(
            seq=point.seq,
            text=point.text,
            rules=point.rules,
            mark=gettext("Turn {turn}").format(turn=point.turn),
            more=[text for why in point.reasons if (text := self._why(why, point))],
        )

    def _why(self, why: Reason, point: Point) -> str:
        who = point.who[why.seat]
        if why.kind == "victory":
            return gettext("The game is decided.")
        if why.kind == "region":
            return gettext("{who} comes to the {region} for the first time.").format(
                who=who, region=self.words.region(str(why.region))
            )
        if why.kind == "lead":
            return gettext("{who} leads from now on, {one} and {other} together.").format(
                who=who, one=self.words.one("strength"), other=self.words.one("craft")
            )
        if why.trial is None:
            return ""
        odds = why.trial.odds
        if why.trial.is_test:
            text = gettext("Before the dice the chance to pass was {chance}.")
            return text.format(chance=chance(odds.winning))
        text = gettext("Before the dice the chance of {who} to win was {chance}.")
        return text.format(who=who, chance=chance(odds.winning))

    # ------------------------------------------------------------------ dials

    def _dials(self) -> Iterator[Block]:
        seen = [one for one in self.evening.seats.values() if one.dials]
        if not seen:
            yield Text(gettext("Nobody has played a turn yet."))
            return
        for one in seen:
            deaths = [Death(life.died, life.name) for life in one.lives if life.died is not None]
            who = gettext("{person}: {characters}").format(
                person=one.person, characters=all_of(life.name for life in one.lives)
            )
            chart = DialsChart(
                names=self.dials,
                values=one.dials,
                deaths=deaths,
                last_turn=self.evening.last_turn,
                turn_word=gettext("Turn"),
            )
            yield Picture(chart, self._in_numbers(one, who), who)
        yield Text(
            gettext("Each line steps at the end of a turn. A cross marks a death."), quiet=True
        )

    def _in_numbers(self, seen: SeatSeen, who: str) -> str:
        """A chart for whoever cannot see it."""
        first, last = min(seen.dials), max(seen.dials)
        parts = [
            gettext("{dial} from {first} to {last}, at most {most}").format(
                dial=dial,
                first=seen.dials[first][at],
                last=seen.dials[last][at],
                most=max(values[at] for values in seen.dials.values()),
            )
            for at, dial in enumerate(self.dials)
        ]
        turns = gettext("turns {first} to {last}").format(first=first, last=last)
        return f"{who} ({turns}): {'; '.join(parts)}."

    # ------------------------------------------------------------------ the board

    def _board(self) -> Iterator[Block]:
        visits = self.evening.visits
        if not visits:
            yield Text(gettext("Nobody stands on the board yet."))
            return
        rings = [
            [
                Field(self.words.space(space), sum(visits.get(space, Counter()).values()))
                for space in spaces
            ]
            for spaces in rings_of(self.evening.history.table)
        ]
        order = sorted(visits, key=lambda space: (-sum(visits[space].values()), space))
        most = [
            (
                self.words.space(space),
                self.words.region(self.pack.spaces[space].region)
                if space in self.pack.spaces
                else "",
                str(sum(visits[space].values())),
                self._by_whom(visits[space]),
            )
            for space in order[:MOST_VISITED]
        ]
        caption = gettext(
            "How often somebody came to stand on each space, the starting spaces included. The deeper "
            "the colour, the more often; nobody came to a space without a number."
        )
        told = "; ".join(f"{space} {count}" for space, _region, count, _who in most)
        alt = gettext("The board as rings, with the visits to each space: {visits}.")
        yield Picture(BoardChart(rings, caption), alt.format(visits=told), caption)
        yield Sheet(
            head=(
                gettext("Most visited"),
                self.words.one("region"),
                gettext("Visits"),
                gettext("By whom"),
            ),
            rows=most,
            widths=(4, 3, 2, 5),
            numbers=frozenset({2}),
        )

    def _by_whom(self, counts: Counter[str]) -> str:
        return ", ".join(
            gettext("{person} {count}").format(person=self._person(seat), count=count)
            for seat, count in sorted(counts.items())
        )

    def _person(self, seat: str) -> str:
        seen = self.evening.seats.get(seat)
        return seen.person if seen else seat

    # ------------------------------------------------------------------ battles

    def _battles(self) -> Iterator[Block]:
        fights = self.evening.fights
        battles = [fight for fight in fights if not fight.trial.is_test]
        tests = [fight for fight in fights if fight.trial.is_test]
        if not battles:
            yield Text(gettext("There was no {battle}.").format(battle=self.words.one("battle")))
        else:
            yield Text(
                gettext(
                    "The chances are those before the dice, for whoever is named first, if everybody "
                    "plays to win from there on."
                )
            )
            yield Sheet(
                head=(
                    gettext("Entry"),
                    opened(self.words.one("battle")),
                    gettext("To win"),
                    opened(self.words.one("standoff")),
                    gettext("To lose"),
                ),
                rows=[self._battle(fight) for fight in battles],
                widths=(2, 8, 3, 3, 3),
                numbers=frozenset({2, 3, 4}),
                entry=0,
            )
        if tests:
            yield Sheet(
                head=(
                    gettext("Entry"),
                    gettext("Test"),
                    gettext("To pass"),
                ),
                rows=[self._test(fight) for fight in tests],
                widths=(2, 8, 3),
                numbers=frozenset({2}),
                caption=gettext("Tests."),
                entry=0,
            )

    def _battle(self, fight: Fight) -> tuple[str, ...]:
        odds = fight.trial.odds
        text = gettext("{who} against {foe}: {came}").format(
            who=fight.who, foe=isolated(fight.foe or ""), came=self._came(fight.trial)
        )
        cells = (
            [_stacked(odds.chance(came)) for came in ("won", "drawn", "lost")]
            if odds.chances is not None
            else [self._why_not(odds), "\u2013", "\u2013"]
        )
        return (str(fight.trial.seq), text, *cells)

    def _test(self, fight: Fight) -> tuple[str, ...]:
        odds = fight.trial.odds
        known = odds.chances is not None
        return (
            str(fight.trial.seq),
            gettext("{who}: {text}").format(who=fight.who, text=fight.text),
            _stacked(odds.winning) if known else self._why_not(odds),
        )

    @staticmethod
    def _why_not(odds: Reckoned) -> str:
        return gettext(_WHY_NOT[odds.why_not or "unknown"])

    def _came(self, trial: Trial) -> str:
        return gettext(_CAME[trial.came]).format(standoff=self.words.one("standoff"))

    # ------------------------------------------------------------------ luck

    def _luck(self) -> Iterator[Block]:
        if not self.evening.luck:
            yield Text(gettext("Nobody has rolled yet."))
            return
        yield Text(
            gettext(
                "Luck is what the dice showed less what was to be expected of them. High dice help in "
                "{battles}; a test asks for low ones; on the move and on tables neither is better."
            ).format(battles=self.words.many("battle"))
        )
        seats = [seat for seat in self.evening.seats if seat in self.evening.luck]
        yield Sheet(
            head=(
                gettext("Who"),
                gettext("Dice"),
                gettext("Luck"),
                gettext("Better than"),
                gettext("Won or passed"),
            ),
            rows=[self._in_all(seat) for seat in seats],
            widths=(4, 2, 2, 3, 6),
            numbers=frozenset({1, 2, 3}),
            caption=gettext(
                "Own dice in all: the share of all ways they can fall that come to less. Then what was "
                "won and passed, and how much of it was to be expected by the odds."
            ),
        )
        for seat in seats:
            seen, luck = self.evening.seats[seat], self.evening.luck[seat]
            rows = [
                (gettext(_KINDS[kind]).format(battles=self.words.many("battle")), *_tally(tally))
                for kind in Kind
                if (tally := luck.kinds.get(kind))
            ]
            if luck.own.rolls:
                rows.append((gettext("Own dice in all"), *_tally(luck.own)))
            yield Sheet(
                head=(
                    gettext("What for"),
                    gettext("Rolls"),
                    gettext("Came to"),
                    gettext("Expected"),
                    gettext("Luck"),
                ),
                rows=rows,
                widths=(6, 2, 3, 3, 2),
                numbers=frozenset({1, 2, 3, 4}),
                caption=self._rolled(seen, luck.own.again),
            )

    def _rolled(self, seen: SeatSeen, again: int) -> str:
        who = gettext("{person}: {characters}").format(
            person=seen.person, characters=all_of(life.name for life in seen.lives)
        )
        if not again:
            return who
        return gettext("{who}. Rolled again: {again}.").format(who=who, again=again)

    def _in_all(self, seat: str) -> tuple[str, ...]:
        luck = self.evening.luck[seat]
        known = [
            fight.trial
            for fight in self.evening.fights
            if fight.trial.seat == seat and fight.trial.odds.chances is not None
        ]
        won = sum(trial.is_won for trial in known)
        expected = sum((trial.odds.winning for trial in known), Fraction(0))
        parts = [({1: p, 0: 1 - p}, 1) for trial in known if (p := trial.odds.winning) is not None]
        return (
            self._person(seat),
            str(luck.own.dice),
            signed_decimal(luck.own.luck),
            percent(luck.better) if luck.better is not None else "\u2013",
            gettext("{won} of {count}; {expected} expected, better than {share}").format(
                won=won,
                count=len(known),
                expected=decimal(expected),
                share=percent(share_below(parts, won)),
            )
            if known
            else "\u2013",
        )

    # ------------------------------------------------------------------ the story

    def _story(self) -> Iterator[Block]:
        evening = self.evening
        yield Text(
            gettext(
                "Entry by entry, as it was logged. Entries that only pass the turn on are left out."
            ),
            quiet=True,
        )
        for turn in evening.turns:
            lines = [self._line(told, first=not at) for at, told in enumerate(_shown(turn))]
            if lines:
                yield Lines(self._turn(turn), lines)
        if evening.entries > evening.told:
            yield Text(
                gettext(
                    "The first {told} of {entries} entries are told here; all of them are counted."
                ).format(told=evening.told, entries=evening.entries)
            )

    @staticmethod
    def _turn(turn: Turn) -> str:
        if turn.who is None:
            return gettext("Before the first turn")
        if turn.who == turn.person:
            return gettext("Turn {turn}: {who}").format(turn=turn.number, who=turn.who)
        return gettext("Turn {turn}: {who} ({person})").format(
            turn=turn.number, who=turn.who, person=turn.person
        )

    @staticmethod
    def _line(told: Told, *, first: bool) -> Line:
        gone = told.taken_back_by
        return Line(
            seq=told.seq,
            text=told.text,
            rules=told.rules,
            mark=gettext("Taken back by entry {seq}.").format(seq=gone) if gone else "",
            time=hour(told.at) if told.at and first else "",
            gone=gone is not None,
            home=True,
        )

    # ------------------------------------------------------------------ rules

    def _rules(self) -> Iterator[Block]:
        cited = [rule for rule in self.pack.ledger.rules if rule.id in self.evening.rules]
        if not cited:
            yield Text(gettext("No rule was needed yet."))
            return
        yield Text(
            gettext(
                "In our own words, in the order of {title}, with their place in the rulebook."
            ).format(title=self.pack.ledger.title),
            quiet=True,
        )
        yield Rules([_said(rule) for rule in cited])

    # ------------------------------------------------------------------ how it was reckoned

    def _reckoned(self) -> Iterator[Block]:
        battle, battles = self.words.one("battle"), self.words.many("battle")
        fate = self.words.one("fate")
        yield Text(
            gettext(
                "Chances are exact: everything that can come of a {battle} or test is counted with the "
                "rules that were played, on the table as it lay before the entry, after all that was "
                "decided before the first die. What was brought in counts, what others hold unseen "
                "does not. A {battle} of which there is too much to count is named as too large."
            ).format(battle=battle)
        )
        yield Text(
            gettext(
                "Luck takes every die for itself. What a roll can be expected to come to is counted in "
                "the same way as the odds. A die that was thrown again for a {fate} counts twice, as it "
                "fell first and as it fell then, each against what it could be expected to show: having "
                "a second throw is no luck, only what it shows. Dice that somebody else throws for what "
                "is faced stand apart and are in nobody's sum."
            ).format(fate=fate)
        )
        yield Text(
            gettext(
                "“Better than” is the share of all ways in which as many dice can fall that come to "
                "less, with half of those that come to the same. Behind what was to be expected stands "
                "the like for {battles} and tests."
            ).format(battles=battles)
        )
        yield Text(
            gettext(
                "Turning points are the heaviest entries, at most {most}. An entry weighs 4 for the "
                "victory, 3 for each {character} that dies, 0.5 to 1.5 for coming to a {region} for the "
                "first time (the further in, the more), 1 where somebody else takes the lead in {one} "
                "and {other} together, and for each {battle} or test as much as what came of it lies "
                "from what was to be expected: a victory is worth 1, a {standoff} one half, a defeat "
                "nothing."
            ).format(
                most=MOST,
                character=self.words.one("character"),
                region=self.words.one("region"),
                one=self.words.one("strength"),
                other=self.words.one("craft"),
                battle=battle,
                standoff=self.words.one("standoff"),
            )
        )
        yield Text(
            gettext(
                "Entries that were taken back are told in the story and count for nothing else. Times "
                "between evenings are not counted as play."
            )
        )


def _shown(turn: Turn) -> Iterable[Told]:
    return [told for told in turn.entries if told.text]


def _stacked(value: Fraction) -> str:
    """A chance on two lines: exactly, and in hundredths."""
    return f"{value}\n{percent(value)}" if value.denominator > 1 else percent(value)


def _tally(tally: Tally) -> tuple[str, ...]:
    return (
        str(tally.rolls),
        str(tally.pips),
        decimal(tally.expected),
        signed_decimal(tally.luck),
    )


def _said(rule: LedgerRule) -> RuleSaid:
    return RuleSaid(rule.id, rule.title, rule.section, rule.rule, rule.ruling or "")
