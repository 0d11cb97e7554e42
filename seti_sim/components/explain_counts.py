"""Counts and conditions in plain English: ``wins yellow >= 2`` becomes "you have won at least 2 yellow sectors"."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from seti_sim.components import explain_words as ew
from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.syntax import Comparison, Condition, Count


@dataclass(frozen=True, slots=True)
class Noun:
    """What a count counts.

    "You have 2 traces on this species" is verb, number, ``many``, ``tail``; "each trace of yours on this species" is
    ``one``, ``own``, ``tail``.
    """

    one: str
    many: str = ""
    own: str = " of yours"
    tail: str = ""
    verb: str = "you have"

    def counted(self, n: int) -> str:
        """The noun with a number."""
        return ew.counted(n, self.one, self.many) + self.tail

    def plural(self) -> str:
        """The noun of many, and whose they are."""
        return (self.many or self.one + "s") + self.own + self.tail

    def unit(self) -> str:
        """The noun after "each"."""
        return self.one + self.own + self.tail


# ------------------------------------------------------------------ nouns of counts
def _figures(count: Count) -> Noun:
    words = [word for bit, word in ((1, "orbiter"), (2, "lander")) if count.a & bit]
    where = f" at {ew.title(opcodes.PLANETS[count.b])}" if count.b >= 0 else ""
    where += " on planets, moons left out" if count.c & opcodes.FIGURES_NO_MOONS else ""
    where += " at one planet" if count.c & opcodes.FIGURES_SAME_PLANET else ""
    return Noun(ew.any_of(words), ew.any_of([word + "s" for word in words]), tail=where)


def _wins(count: Count) -> Noun:
    colour = f"{opcodes.SECTOR_COLOURS[count.a]} " if count.a >= 0 else ""
    if count.b:
        return Noun(f"win of one and the same {colour}sector", f"wins of one and the same {colour}sector")
    return Noun(f"{colour}sector", own=" you have won", verb="you have won")


def _traces(count: Count) -> Noun:
    scope = ("", " on each species", " on a single species", " on this species", " on the other species")[count.b]
    if count.c:
        return Noun("trace", tail=" on spaces with an exofossil cost" + scope)
    special = {
        opcodes.TRACES_ANY: "",
        opcodes.TRACES_MARKED_COLOUR: " of the colour just marked",
        opcodes.TRACES_ONE_COLOUR: " of one colour",
        opcodes.TRACES_EACH_COLOUR: " of each colour",
    }
    if count.a in special:
        return Noun("trace", tail=special[count.a] + scope)
    return Noun(f"{opcodes.TRACE_COLOURS[count.a]} trace", tail=scope)


def _techs(count: Count) -> Noun:
    if count.a < len(opcodes.TECH_KINDS):
        return Noun(f"{opcodes.TECH_KINDS[count.a]} technology", f"{opcodes.TECH_KINDS[count.a]} technologies")
    return Noun(
        "technology", "technologies", tail=" of the kind just taken" if count.a > len(opcodes.TECH_KINDS) else ""
    )


def _tucked(count: Count) -> Noun:
    what = f"tucked for {ew.INCOME_WORDS[count.a]}" if count.a < len(opcodes.INCOMES) else "tucked for income"
    return Noun("card", tail=f" {what}")


def _marked(count: Count) -> Noun:
    if count.a == -1:
        return Noun("sector", own="", tail=" in which this card marked a signal")
    where = "on the Oumuamua tile" if count.a < 0 else f"in a {opcodes.SECTOR_COLOURS[count.a]} sector"
    return Noun("signal", own="", tail=f" marked {where} by this card", verb="there are")


def _earth_sector(count: Count) -> Noun:
    cells = {"planet": "other planet", "comet": "comet", "asteroids": "asteroid space"}
    words = [cells.get(word) or ew.title(word) for word in lex.cell_mask_text(count.a, lex.OTHER_PLANETS).split("|")]
    return Noun(ew.any_of(words), own="", tail=" that Earth's sector shows now", verb="there are")


def _level(resource: int) -> Callable[[Count], Noun]:
    return lambda _: Noun(ew.resource_word(resource), ew.amount(resource, 2)[2:])


_NOUNS: Final[dict[int, Callable[[Count], Noun]]] = {
    opcodes.C_FIGURES: _figures,
    opcodes.C_BOTH_AT_PLANET: lambda _: Noun("planet", tail=" with both an orbiter and a lander of yours", own=""),
    opcodes.C_WINS: _wins,
    opcodes.C_SIGNALS_SECTORS: lambda _: Noun("sector", own="", tail=" with a signal of yours"),
    opcodes.C_SIGNALS_ANOMALIES: lambda _: Noun("signal", tail=" in sectors with an anomaly"),
    opcodes.C_SIGNALS_TILE: lambda _: Noun("signal", tail=" on the Oumuamua tile"),
    opcodes.C_TRACES: _traces,
    opcodes.C_TECHS: _techs,
    opcodes.C_TUCKED: _tucked,
    opcodes.C_PROBE_ON: lambda count: Noun("probe", tail=f" on {ew.places(count.a)}{_next_to(count)}"),
    opcodes.C_PROBE_DISTANCE: lambda count: Noun(
        "step", own="", tail=f" between {ew.title(opcodes.PLANETS[count.a])} and your farthest probe", verb="there are"
    ),
    opcodes.C_HAND: lambda _: Noun("card", tail=" in hand"),
    opcodes.C_PUBLICITY: _level(opcodes.PUBLICITY),
    opcodes.C_SCORE: _level(opcodes.SCORE),
    opcodes.C_EXOFOSSIL: _level(opcodes.EXOFOSSIL),
    opcodes.C_MISSIONS: lambda _: Noun("completed mission"),
    opcodes.C_ENDGAME_CARDS: lambda _: Noun("played card", tail=" with end-of-game scoring"),
    opcodes.C_MARKED: _marked,
    opcodes.C_SIGNALS_HERE: lambda _: Noun("signal", tail=" in the sector just marked"),
    opcodes.C_PICKED_ADJACENT: lambda count: Noun(
        f"space with {ew.places(count.a)}", own="", tail=" next to that probe"
    ),
    opcodes.C_SHOWN_CORNER: lambda count: Noun("hand card", own="", tail=f" you show with a {_corner(count)} corner"),
    opcodes.C_SHOWN_INCOME: lambda count: Noun("hand card", own="", tail=f" you show with {_income(count)} income"),
    opcodes.C_IN_EARTH_SECTOR: _earth_sector,
}


def _next_to(count: Count) -> str:
    return f" next to {ew.title(opcodes.PLANETS[count.b])}" if count.b >= 0 else ""


def _corner(count: Count) -> str:
    return lex.mask_text(opcodes.CORNERS, count.a)


def _income(count: Count) -> str:
    return opcodes.INCOMES[count.a]


def explain_count(count: Count) -> str:
    """A count as a noun phrase in the plural, for values "per unit"."""
    if count.kind == opcodes.C_HALF:
        return f"half of: {explain_count(count.parts[0])}, rounded down"
    if count.kind == opcodes.C_SUM:
        return " plus ".join(explain_count(part) for part in count.parts)
    if count.kind in (opcodes.C_MIN, opcodes.C_MAX):
        word = "smallest" if count.kind == opcodes.C_MIN else "largest"
        return f"the {word} of: {ew.any_of([explain_count(part) for part in count.parts], 'and')}"
    return _noun(count).plural()


def explain_unit(count: Count) -> str:
    """A count as it stands after "for each"."""
    return _noun(count).unit()


def _noun(count: Count) -> Noun:
    """What a count counts, also where it is a fact or a combination of counts."""
    if count.kind in _NOUNS:
        return _NOUNS[count.kind](count)
    if count.kind in _FACTS:
        return Noun("time", own="", tail=f" that {_FACTS[count.kind](count)}", verb="there is")
    return Noun("unit", own="", tail=f" of {explain_count(count)}", verb="there are")


# ------------------------------------------------------------------ conditions
def _landed(count: Count) -> str:
    where = [ew.title(name) for name in lex.planet_mask_text(count.a).split("|") if name]
    return f"that landing was on {ew.any_of(where + ['a moon'] * count.b)}"


_FACTS: Final[dict[int, Callable[[Count], str]]] = {
    opcodes.C_DELIVER: lambda count: f"a capsule of yours stands on the space of {ew.title(opcodes.PLANETS[count.a])}",
    opcodes.C_LAUNCHED_ANOMALY: lambda _: "that launch put a probe into a sector with an anomaly",
    opcodes.C_TECH_BY_OTHER: lambda _: "another player already owned that technology",
    opcodes.C_LANDED: _landed,
    opcodes.C_PICKED_ON: lambda count: f"that probe is on {ew.places(count.a)}",
    opcodes.C_PROBE_ON: lambda count: f"a probe of yours is on {ew.places(count.a)}{_next_to(count)}",
}


def explain_condition(condition: Condition) -> str:
    """A condition as a clause that can follow "if" or "when"."""
    return " and ".join(_explain_comparison(term) for term in condition.terms)


def _explain_comparison(term: Comparison) -> str:
    if term.count.kind in _FACTS and (term.compare, term.n) == (opcodes.CMP_AT_LEAST, 1):
        return _FACTS[term.count.kind](term.count)
    noun = _noun(term.count)
    how = "exactly" if term.compare == opcodes.CMP_EXACTLY else "at least"
    verb = "there is" if noun.verb == "there are" and term.n == 1 else noun.verb
    return f"{verb} {how} {noun.counted(term.n)}"
