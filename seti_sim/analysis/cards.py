"""The section on cards: bands in place of ranks, what is dealt apart from what is chosen."""

from typing import Final

from seti_sim.analysis.card_fates import fate_items
from seti_sim.analysis.card_figures import Cards, card_figures, label_of
from seti_sim.analysis.content import Cell, DotPlot, Finding, Item, Note, Panel, Section, Series, Table
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.families import SMALLEST_SHARE, extreme, is_significant, robustness
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import caption, counted
from seti_sim.analysis.significance import games_to_settle

MOST_GAMES: Final = 500_000
"""The section takes no more games than these, the first ones: they give a card's effect to half a percentage point."""
SHOWN: Final = 8
"""Cards at either end of a chart."""
WORDS: Final = {
    "dealt": ("dealt {name} in the opening hand", "without it"),
    "played": ("who play {name}", "who do not"),
    "tucked": ("who tuck {name}", "who do not"),
    "corner": ("who discard {name} for its corner", "who do not"),
    "signal": ("who discard {name} for its signal", "who do not"),
}
HEADS: Final = {
    "dealt": "Dealt",
    "held": "Held",
    "played": "Played",
    "tucked": "Tucked",
    "corner": "For its corner",
    "signal": "For its signal",
    "other": "Exchanged or other",
    "spent": "Spent",
    "unused": "Unused",
}
DISCARDED: Final = {"corner": "discarded for its corner", "signal": "discarded for its signal"}
EQUALS: Final = "Adjusted: players of one strategy, place in the turn order and pair of species."
NOTE: Final = """Opening hands are dealt at random: what a card does there is an effect. Later cards are taken, kept,
played, tucked and discarded by choice, and who is ahead can play more: those figures are associations."""
SPENT_ONLY: Final = """This run was played by an earlier version, whose table of cards does not say for what a card was
discarded: corner, signal, exchange and hand limit are counted together as spent."""


def cards(run: Run) -> Section:
    """The section on cards."""
    run = run.with_cards().head(MOST_GAMES)
    found = card_figures(run)
    notes = [NOTE] if len(found.ways) > 1 else [NOTE, SPENT_ONLY]
    items: list[Item] = [Note(" ".join(text.split())) for text in notes]
    bands = {use: _bands(compared.adjusted) for use, compared in found.compared.items()}
    items.append(Note(_in_words(found, bands)))
    items += [_chart(run, found, use) for use in _uses_of(found)]
    items += [_use_table(run, found), _band_table(run, found, bands), *fate_items(run)]
    items += [_win_table(run, found, use, bands[use]) for use in ("held", *_uses_of(found))]
    return Section("cards", "Cards", tuple(items), tuple(_findings(run, found)))


def _uses_of(found: Cards) -> list[str]:
    """Uses that have a chart, a table and findings."""
    return [use for use in WORDS if use in found.compared]


def seen(found: Cards) -> list[int]:
    """Codes of the cards that anybody held."""
    return [i for i, rate in enumerate(found.rates["held"]) if rate.value]


def _bands(figures: tuple[Estimate, ...]) -> list[str]:
    """``above`` or ``below`` what stands in its family, ``level`` what cannot be sentences from no difference."""
    bands = []
    for figure, significant in zip(figures, is_significant(figures), strict=True):
        if not figure.defined:
            bands.append("too few")
        elif significant:
            bands.append("above" if (figure.value or 0.0) > 0 else "below")
        else:
            bands.append("level")
    return bands


def _in_words(found: Cards, bands: dict[str, list[str]]) -> str:
    """The strongest and the most ignored card, a sentence each."""
    sentences = []
    for use in _uses_of(found):
        who, _ = WORDS[use]
        figures = found.compared[use].adjusted
        significant = [i for i, band in enumerate(bands[use]) if band in ("above", "below")]
        asked = sum(band != "too few" for band in bands[use])
        if not significant:
            sentences.append(f"{HEADS[use]}: none of {counted(asked, 'card')} stands out.")
            continue
        best = max(significant, key=lambda i: abs(figures[i].value or 0.0))
        more = "more" if (figures[best].value or 0.0) > 0 else "less"
        doing = who.format(name=found.names[best])
        sentences.append(
            f"{HEADS[use]}: {len(significant)} of {counted(asked, 'card')} stand out; players {doing} "
            f"win {more} often: {figures[best].text} (95 % interval {figures[best].interval_text}, {label_of(use)})."
        )
    held = [i for i in seen(found) if found.compared["held"].adjusted[i].defined]
    if held:
        least = min(held, key=lambda i: (found.rates["played"][i].value or 0.0) / (found.rates["held"][i].value or 1.0))
        sentences.append(
            f"Most ignored: {found.names[least]}, held by {found.rates['held'][least].text} of the players and "
            f"played by {found.rates['played'][least].text}."
        )
    return " ".join(sentences)


# ---------------------------------------------------------------- charts
def _chart(run: Run, found: Cards, use: str) -> DotPlot:
    compared = found.compared[use]
    figures = compared.adjusted
    order = sorted((i for i, figure in enumerate(figures) if figure.defined), key=lambda i: -(figures[i].value or 0.0))
    shown = order if len(order) <= 2 * SHOWN else [*order[:SHOWN], *order[-SHOWN:]]
    some = {
        "dealt": "Being dealt {name} changes who wins most: {text}",
        "played": "Playing {name} is most strongly associated with {winning}: {text}",
        "tucked": "Tucking {name} is most strongly associated with {winning}: {text}",
        "corner": "Discarding {name} for its corner is most strongly associated with {winning}: {text}",
        "signal": "Discarding {name} for its signal is most strongly associated with {winning}: {text}",
    }[use]
    none = {
        "dealt": "No card of the opening hand demonstrably changes who wins",
        "played": "Playing no single card is demonstrably associated with winning",
        "tucked": "Tucking no single card is demonstrably associated with winning",
        "corner": "Discarding no single card for its corner is demonstrably associated with winning",
        "signal": "Discarding no single card for its signal is demonstrably associated with winning",
    }[use]
    several = {
        "dealt": "Several cards of the opening hand change who wins; none stands out",
        "played": "Playing several cards is associated with winning; none stands out",
        "tucked": "Tucking several cards is associated with winning; none stands out",
        "corner": "Discarding several cards for their corners is associated with winning; none stands out",
        "signal": "Discarding several cards for their signals is associated with winning; none stands out",
    }[use]
    which = f"the {SHOWN} highest and lowest of {len(order)} cards" if len(shown) < len(order) else "all cards"
    return DotPlot(
        f"cards-{use}",
        extreme(figures, found.names, none, some, several),
        f"Win share of players with minus players without the card {_done(use)}: {which}",
        f"{caption(run.games, run.players, label_of(use))} {EQUALS} The ends of a long list look extreme by chance.",
        (
            Panel(
                "",
                tuple(found.names[i] for i in shown),
                (
                    Series("raw", tuple(compared.difference[i] for i in shown), filled=False),
                    Series("adjusted", tuple(figures[i] for i in shown)),
                ),
                0.0,
            ),
        ),
        "Percentage points of win share",
        "no difference",
    )


def _done(use: str) -> str:
    return {"dealt": "in the opening hand", **DISCARDED}.get(use, use)


# ---------------------------------------------------------------- tables
def _use_table(run: Run, found: Cards) -> Table:
    uses = ("dealt", "held", "played", "tucked", *found.ways, "unused")
    discarded = "discarded for its corner, for its signal, or exchanged, over the hand limit or by an effect"
    if len(found.ways) == 1:
        discarded = "spent for its corner, a signal or an exchange"
    rows: list[tuple[Cell, ...]] = [(found.names[i], *(found.rates[use][i] for use in uses)) for i in seen(found)]
    return Table(
        "cards",
        "What becomes of each card",
        f"n = {counted(run.games, 'game')}; description. Shares of all players: dealt in the opening hand; held at any "
        f"time; played; tucked; {discarded}; unused to the end. One card can have several uses.",
        ("Card", *(HEADS[use] for use in uses)),
        tuple(rows),
    )


def _band_table(run: Run, found: Cards, bands: dict[str, list[str]]) -> Table:
    rows: list[tuple[Cell, ...]] = [(found.names[i], *(bands[use][i] for use in bands)) for i in seen(found)]
    return Table(
        "cards-bands",
        "Cards above and below the others",
        f"n = {counted(run.games, 'game')}; dealt is an effect, the rest are associations. Win share of the players "
        "who did it above, level with or below that of the others, adjusted and corrected for all cards.",
        ("Card", *(HEADS[use] for use in bands)),
        tuple(rows),
    )


def _win_table(run: Run, found: Cards, use: str, bands: list[str]) -> Table:
    compared = found.compared[use]
    rows: list[tuple[Cell, ...]] = [
        (found.names[i], found.rates[use][i], compared.having[i], compared.lacking[i],
         compared.adjusted[i], bands[i])
        for i in seen(found)
        if found.rates[use][i].value
    ]  # fmt: skip
    return Table(
        f"cards-{use}",
        f"Win share when {_when(use)}",
        f"n = {counted(run.games, 'game')}; {label_of(use)}. The difference is with minus without. {EQUALS} "
        "Band: corrected for all cards of this table.",
        ("Card", HEADS[use], "Wins with", "Wins without", "Adjusted difference", "Band"),
        tuple(rows),
    )


def _when(use: str) -> str:
    return {"dealt": "dealt in the opening hand", "held": "held at any time", **DISCARDED}.get(use, use)


# ---------------------------------------------------------------- findings
def _findings(run: Run, found: Cards) -> list[Finding]:
    findings = []
    for use in _uses_of(found):
        (who, others) = WORDS[use]
        compared, rates = found.compared[use], found.rates[use]
        for i, significant in enumerate(is_significant(compared.adjusted)):
            figure, rate = compared.adjusted[i], rates[i].value
            if figure.value is None or rate is None:
                continue
            more = "more" if figure.value > 0 else "less"
            findings.append(
                Finding(
                    f"cards.{use}.{i}",
                    f"Players {who.format(name=found.names[i])} win {more} often than those {others}",
                    figure,
                    abs(figure.value) * run.players * 2 * (rate * (1 - rate)) ** 0.5,
                    significant,
                    robustness(compared.by_strategy[i]),
                    compared.by_strategy[i],
                    0 if significant else games_to_settle(figure, SMALLEST_SHARE, run.games),
                    "1 percentage point of win share",
                )
            )
    return findings
