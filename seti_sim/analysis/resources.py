"""Resources, cards and income: what players spend and leave over, and how it goes with winning. All associations."""

from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.comparisons import with_without
from seti_sim.analysis.content import Section, Table
from seti_sim.analysis.estimate import COUNT, COUNT_DIFFERENCE, SHARE_DIFFERENCE
from seti_sim.analysis.families import share_findings
from seti_sim.analysis.income import income_items
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted, display_name
from seti_sim.analysis.shares import WIN_UNITS, win_units
from seti_sim.analysis.views import comparison_chart, comparison_table

QUANTITIES: Final = {
    "spent_credits": "Credits spent",
    "spent_energy": "Energy spent",
    "spent_publicity": "Publicity spent",
    "left_credits": "Credits left over",
    "left_energy": "Energy left over",
    "left_publicity": "Publicity left over",
    "left_data": "Data left over",
    "left_cards": "Cards left over",
    "data_lost": "Data lost to a full pool",
    "publicity_lost": "Publicity lost at the limit",
    "cards_played": "Cards played",
    "species_cards_played": "Species cards played",
    "cards_tucked": "Cards tucked for income",
    "cards_corner": "Cards used for their corner",
    "cards_signal": "Cards discarded for a signal",
    "cards_exchanged": "Cards exchanged",
    "cards_bought": "Cards bought",
    "missions": "Missions completed",
    "endgame_cards": "End-of-game cards",
    "launches": "Probes launched",
    "steps": "Steps of probes",
    "signals": "Signals marked",
    "n_tech": "Technologies",
}


def resources(run: Run) -> Section:
    """The section on resources."""
    incomes = [f"income_{name}" for name in ("credit", "energy", "card")]
    names = [f"At least two {display_name(c.removeprefix('income_')).lower()} incomes" for c in incomes]
    compared = with_without(run, names, lambda block: block.seats(incomes) >= 2, incomes)
    items = (
        _table(run),
        comparison_chart(
            run,
            "resources-income",
            "income",
            "Win share of players with minus players without two such tucked cards",
            compared,
        ),
        comparison_table(run, "resources-income", "Income", compared),
        *income_items(run),
    )

    def sentence(name: str, more: bool) -> str:
        return f"Players with {name[0].lower() + name[1:]} win {'more' if more else 'less'} often than those without"

    return Section(
        "resources", "Resources and cards", items, tuple(share_findings(run, "income", incomes, compared, sentence))
    )


def _table(run: Run) -> Table:
    """Means of winners and others, and the win share that goes with one more than the others in the same game."""
    columns = list(QUANTITIES)

    def sums(block: Block) -> dict[str, Any]:
        units = win_units(block.seat("winners"))
        lost = (units == 0).astype(np.int64)
        groups = np.stack([units, lost, np.ones_like(lost)], axis=-1)
        found: dict[str, Any] = {column: ClusterSums.of_seats(groups, block.seat(column)) for column in columns}
        values = block.seats(columns)
        xy = block.players * (units[..., None] * values).sum(1) - units.sum(1)[:, None] * values.sum(1)
        xx = block.players * (values**2).sum(1) - values.sum(1) ** 2
        found["slopes"] = ClusterSums.of(xx, xy)
        return found

    total = run.fold(sums, [*columns, "winners"])
    rows = tuple(
        (
            name,
            total[column].mean(2, COUNT, name),
            total[column].mean(0, COUNT, f"{name}, winners"),
            total[column].mean(1, COUNT, f"{name}, others"),
            total[column].difference(0, 1, COUNT_DIFFERENCE, f"{name}, winners minus others"),
            total["slopes"].mean(
                i, SHARE_DIFFERENCE, f"win share with one more: {name}", scale=WIN_UNITS, label="association"
            ),
        )
        for i, (column, name) in enumerate(QUANTITIES.items())
    )
    return Table(
        "resources",
        "Resources and cards of winners and others",
        f"n = {counted(run.games, 'game')}; association. Means of a player; winners of a tied game share its weight. "
        "One more, raw: win share that goes with one more than the others in the same game, adjusted for nothing.",
        ("What", "All", "Winners", "Others", "Winners minus others", "One more, raw"),
        rows,
    )
