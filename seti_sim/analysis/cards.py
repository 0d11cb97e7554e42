"""The section on cards: bands in place of ranks, what is dealt apart from what is chosen."""

from typing import Final

from seti_sim.analysis.card_figures import COMPARED, Cards, card_figures, label_of
from seti_sim.analysis.content import Cell, DotPlot, Finding, Item, Note, Panel, Section, Series, Table
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.families import SMALLEST_SHARE, extreme, robustness, settled
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import caption, counted
from seti_sim.analysis.significance import games_to_settle

MOST_GAMES: Final = 500_000
"""The section takes no more games than these, the first ones: they tell a card's effect to half a percentage point."""
SHOWN: Final = 8
"""Cards at either end of a chart."""
WORDS: Final = {
    "dealt": ("dealt {name} in the opening hand", "without it"),
    "played": ("who play {name}", "who do not"),
    "tucked": ("who tuck {name}", "who do not"),
}
HEADS: Final = {"dealt": "Dealt", "held": "Held", "played": "Played", "tucked": "Tucked"}
EQUALS: Final = "Adjusted: players of one strategy, place in the turn order and pair of species."
NOTES: Final = (
    """Opening hands are dealt at random: what a card does there is an effect. Later cards are taken, kept, played and
    tucked by choice, and who is ahead can play more: those figures are associations.""",
    """Not kept for single cards: whether a spent card went for its corner, a signal or an exchange, which missions were
    completed, and the points of end-of-game cards. The section on resources has them for all cards together.""",
)


def cards(run: Run) -> Section:
    """The section on cards."""
    run = run.head(MOST_GAMES)
    found = card_figures(run)
    items: list[Item] = [Note(" ".join(text.split())) for text in NOTES]
    bands = {use: _bands(found.compared[use].adjusted) for use in COMPARED}
    items.append(Note(_in_words(found, bands)))
    items += [_chart(run, found, "dealt"), _chart(run, found, "played"), _chart(run, found, "tucked")]
    items += [_use_table(run, found, bands)]
    items += [_win_table(run, found, use, bands[use]) for use in WORDS]
    return Section("cards", "Cards", tuple(items), tuple(_findings(run, found)))


def seen(found: Cards) -> list[int]:
    """Codes of the cards that anybody held."""
    return [i for i, rate in enumerate(found.rates["held"]) if rate.value]


def _bands(figures: tuple[Estimate, ...]) -> list[str]:
    """``above`` or ``below`` what stands in its family, ``level`` what cannot be told from no difference."""
    bands = []
    for figure, stands in zip(figures, settled(figures), strict=True):
        if not figure.defined:
            bands.append("too few")
        elif stands:
            bands.append("above" if (figure.value or 0.0) > 0 else "below")
        else:
            bands.append("level")
    return bands


def _in_words(found: Cards, bands: dict[str, list[str]]) -> str:
    """The strongest and the most ignored card, a sentence each."""
    told = []
    for use, (who, _) in WORDS.items():
        figures = found.compared[use].adjusted
        stands = [i for i, band in enumerate(bands[use]) if band in ("above", "below")]
        asked = sum(band != "too few" for band in bands[use])
        if not stands:
            told.append(f"{HEADS[use]}: none of {counted(asked, 'card')} stands out.")
            continue
        best = max(stands, key=lambda i: abs(figures[i].value or 0.0))
        more = "more" if (figures[best].value or 0.0) > 0 else "less"
        doing = who.format(name=found.names[best])
        told.append(
            f"{HEADS[use]}: {len(stands)} of {counted(asked, 'card')} stand out; players {doing} "
            f"win {more} often: {figures[best].text} (95 % interval {figures[best].interval_text}, {label_of(use)})."
        )
    held = [i for i in seen(found) if found.compared["held"].adjusted[i].defined]
    if held:
        least = min(held, key=lambda i: (found.rates["played"][i].value or 0.0) / (found.rates["held"][i].value or 1.0))
        told.append(
            f"Most ignored: {found.names[least]}, held by {found.rates['held'][least].text} of the players and "
            f"played by {found.rates['played'][least].text}."
        )
    return " ".join(told)


# ---------------------------------------------------------------- charts
def _chart(run: Run, found: Cards, use: str) -> DotPlot:
    compared = found.compared[use]
    figures = compared.adjusted
    order = sorted((i for i, figure in enumerate(figures) if figure.defined), key=lambda i: -(figures[i].value or 0.0))
    shown = order if len(order) <= 2 * SHOWN else [*order[:SHOWN], *order[-SHOWN:]]
    some = {
        "dealt": "Being dealt {name} goes most with {winning}: {text}",
        "played": "Playing {name} goes most with {winning}: {text}",
        "tucked": "Tucking {name} goes most with {winning}: {text}",
    }[use]
    none = {
        "dealt": "No card of the opening hand demonstrably changes who wins",
        "played": "Playing no single card goes with a demonstrable change in winning",
        "tucked": "Tucking no single card goes with a demonstrable change in winning",
    }[use]
    which = f"the {SHOWN} highest and lowest of {len(order)} cards" if len(shown) < len(order) else "all cards"
    return DotPlot(
        f"cards-{use}",
        extreme(figures, found.names, none, some),
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
    return "in the opening hand" if use == "dealt" else use


# ---------------------------------------------------------------- tables
def _use_table(run: Run, found: Cards, bands: dict[str, list[str]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for i in seen(found):
        rates = [found.rates[use][i] for use in ("dealt", "held", "played", "tucked", "spent", "unused")]
        rows.append((found.names[i], *rates, *(bands[use][i] for use in COMPARED)))
    return Table(
        "cards",
        "What becomes of each card",
        f"n = {counted(run.games, 'game')}; description. Shares of all players: dealt in the opening hand; held at any "
        "time; played; tucked; spent for its corner, a signal or an exchange; unused to the end. One card can have "
        "several uses. Bands: win share of those players above, level with or below the others', adjusted and "
        "corrected for all cards.",
        ("Card", "Dealt", "Held", "Played", "Tucked", "Spent", "Unused",
         "Band when dealt", "Band when held", "Band when played", "Band when tucked"),
        tuple(rows),
    )  # fmt: skip


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
    return {"dealt": "dealt in the opening hand", "held": "held at any time"}.get(use, use)


# ---------------------------------------------------------------- findings
def _findings(run: Run, found: Cards) -> list[Finding]:
    findings = []
    for use, (who, others) in WORDS.items():
        compared, rates = found.compared[use], found.rates[use]
        for i, stands in enumerate(settled(compared.adjusted)):
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
                    stands,
                    robustness(compared.by_strategy[i]),
                    compared.by_strategy[i],
                    0 if stands else games_to_settle(figure, SMALLEST_SHARE, run.games),
                    "1 percentage point of win share",
                )
            )
    return findings
