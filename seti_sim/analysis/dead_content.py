"""What is never or hardly used: technologies, cards, planets, moons, sectors, spaces and gold tiles, by strategy.

*Hardly used* is a claim that is tested: that the share is 5 % or more is rejected at 5 % after Holm's correction over
all things, by the exact binomial test on the effective number of players. Strategies in the run decide what
is used, so the figures describe how these strategies play.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from scipy import stats

from seti_sim.analysis.board import EARTH, TRACES
from seti_sim.analysis.clusters import Array, BatchSums
from seti_sim.analysis.content import Answer, Cell, Item, Note, Section, Table
from seti_sim.analysis.errors import MissingColumnError
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.milestones import SIDES, TILES
from seti_sim.analysis.names import counted, display_name, listed
from seti_sim.analysis.shares import group_share
from seti_sim.analysis.significance import holm

HARDLY: Final = 0.05
MIN_GAMES: Final = 30
"""Of fewer games nothing is said to be unused."""
MOST_GAMES: Final = 200_000
SLICE_GAMES: Final = 2_500
NAMED: Final = 4
"""Names given on the first page."""
TITLE: Final = "Dead content"
OF: Final = {
    "Technology": "players who take it",
    "Card": "players who held it and played it",
    "Planet or moon": "players with a figure there",
    "Sector": "players who win it",
    "Space": "players with a trace there",
    "Gold tile": "players who mark it, in games that show it",
}
DONE: Final = {
    "Technology": "taken by fewer than 5 % of the players",
    "Card": "played by fewer than 5 % of the players who hold them",
    "Planet or moon": "reached by fewer than 5 % of the players",
    "Sector": "won by fewer than 5 % of the players",
    "Space": "marked by fewer than 5 % of the players",
    "Gold tile": "marked by fewer than 5 % of the players",
}
PLURALS: Final = {
    "Technology": "technologies",
    "Card": "cards",
    "Planet or moon": "planets and moons",
    "Sector": "sectors",
    "Space": "kinds of trace spaces",
    "Gold tile": "gold tiles",
}


@dataclass(frozen=True)
class Use:
    """How much a thing is used: share of players who could, of all (``dead`` if under 5 %) and of each strategy.

    ``p_values`` are those of a share of 5 % or more, of all and of each strategy.
    """

    kind: str
    name: str
    share: Estimate
    by_strategy: tuple[Estimate, ...]
    p_values: tuple[float, ...]
    dead: bool = False
    dead_for: tuple[int, ...] = ()


def judged(found: Sequence[Use]) -> list[Use]:
    """Which things are demonstrably used by fewer than 5 %: of all players, and of those of each strategy."""
    if not found:
        return []
    p = np.array([use.p_values for use in found])
    dead = holm(p[:, 0])
    by = holm(p[:, 1:].ravel()).reshape(len(found), -1)
    return [
        replace(use, dead=bool(dead[i]), dead_for=tuple(map(int, np.flatnonzero(by[i])))) for i, use in enumerate(found)
    ]


def hardly(figure: Estimate, members: float, variance: float) -> float:
    """The p-value of a share of 5 % or more: binomial, on the effective size of the clustered sample."""
    if figure.value is None or figure.n < MIN_GAMES:
        return 1.0
    p = figure.value
    size = min(members, p * (1 - p) / variance) if variance > 0 and 0 < p < 1 else min(members, float(figure.n))
    return float(stats.binom.cdf(np.floor(p * size + 1e-9), np.floor(size), HARDLY))


def dead_content(run: Run) -> Section:
    """The section on what is not used."""
    found = judged(list(uses(run.head(MOST_GAMES))))
    items: list[Item] = [Note(_how())]
    rows = [use for use in found if use.dead or use.dead_for]
    if rows:
        items.append(_table(run, rows))
    else:
        items.append(Note(f"Nothing is demonstrably used by fewer than {100 * HARDLY:g} %."))
    return Section("content", TITLE, tuple(items), answers=tuple(_answers(run, found)))


def _how() -> str:
    of = "; ".join(f"{PLURALS[kind]}: {text}" for kind, text in OF.items())
    few = " They describe how these strategies play, not what the box allows."
    return f"Hardly used: demonstrably by fewer than {100 * HARDLY:g} %, corrected. Shares are of {of}.{few}"


# ---------------------------------------------------------------- figures
def uses(run: Run) -> Iterator[Use]:
    """The use of everything in the box."""
    kinds: dict[str, tuple[str, str]] = {}
    for name in run.names("techs"):
        kinds[f"tech_{name}"] = ("Technology", display_name(name))
    for name in run.names("planets"):
        if name != EARTH:
            kinds[f"orbiters_{name}"] = ("Planet or moon", f"Orbiter at {display_name(name)}")
            kinds[f"landers_{name}"] = ("Planet or moon", f"Lander on {display_name(name)}")
    for name in run.names("moons"):
        kinds[f"landers_{name}"] = ("Planet or moon", f"Lander on {display_name(name)}")
    kinds |= {f"wins_{name}": ("Sector", f"Win of {display_name(name)}") for name in run.names("stars")}
    kinds |= {column: ("Space", name) for column, name in TRACES.items()}
    columns = list(kinds)

    def used(block: Block) -> tuple[Array, Array]:
        values = block.seats(columns) > 0
        return np.ones_like(values), values

    yield from _shares(run, list(kinds.values()), used, columns, ())
    tiles = [f"gold_{tile}" for tile in TILES]
    names = [("Gold tile", f"{tile[0]} ({side})") for tile in TILES.values() for side in tile[1:]]

    def marked(block: Block) -> tuple[Array, Array]:
        up = np.stack([block.game(c) == side for c in tiles for side in range(len(SIDES))], axis=-1)
        could = np.broadcast_to(up[:, None, :], (block.games, block.players, up.shape[-1]))
        return could, could & np.repeat(block.seats(tiles) > 0, len(SIDES), axis=-1)

    yield from _shares(run, names, marked, tiles, tiles)
    yield from _cards(run)


def _codes(run: Run) -> range:
    return range(len(run.strategies)) if len(run.strategies) > 1 else range(0)


def _shares(
    run: Run,
    names: Sequence[tuple[str, str]],
    used: Callable[[Block], tuple[Array, Array]],
    seats: Sequence[str],
    games: Sequence[str],
) -> Iterator[Use]:
    """Shares of the seats that could use a thing and did, both booleans of shape (games, players, things)."""
    codes = _codes(run)

    def sums(block: Block) -> dict[str, Any]:
        could, did = used(block)
        who = [np.ones_like(could), *(np.broadcast_to((block.seat("strategy") == c)[..., None], could.shape)
                                      for c in codes)]  # fmt: skip
        members = [(could & w).sum(1) for w in who]
        return {"sums": BatchSums.of(members, [(did & w).sum(1) for w in who])}

    total: BatchSums = run.fold(sums, [*seats, "strategy"], games)["sums"]
    for i, (kind, name) in enumerate(names):
        yield _use(run, kind, name, total, i)


def _use(run: Run, kind: str, name: str, total: BatchSums, i: int) -> Use:
    of = f"{OF[kind]}: {name}"
    sums, groups = total[i], range(1 + len(_codes(run)))
    whole, *rest = (group_share(sums, group, of, whole=1) for group in groups)
    p_values = (
        hardly(figure, float(sums.m[group]), sums.variance(group))
        for group, figure in zip(groups, (whole, *rest), strict=True)
    )
    return Use(kind, name, whole, tuple(rest), tuple(p_values))


def _cards(run: Run) -> Iterator[Use]:
    """Shares of those who held a card that played it; nothing for a run without the table."""
    try:
        run = run.with_cards()
    except MissingColumnError:
        return
    codes, cards = _codes(run), len(run.names("cards"))

    def sums(block: Block) -> dict[str, Any]:
        rows = block.cards
        starts = range(0, block.games, SLICE_GAMES)
        bounds = np.searchsorted(rows.game, [*starts, block.games])
        strategy = block.seat("strategy")[rows.game, rows.seat]
        total: BatchSums | None = None
        for start, low, high in zip(starts, bounds, bounds[1:], strict=False):
            games = min(SLICE_GAMES, block.games - start)
            at = (rows.game[low:high] - start) * cards + rows.card[low:high]
            played = rows.uses["played"][low:high] > 0
            members, totals = [], []
            for who in (np.ones(len(at), dtype=bool), *(strategy[low:high] == code for code in codes)):
                members.append(np.bincount(at[who], minlength=games * cards).reshape(games, cards))
                totals.append(np.bincount(at[who & played], minlength=games * cards).reshape(games, cards))
            part = BatchSums.of(members, totals)
            total = part if total is None else total + part
        return {"sums": total}

    total: BatchSums = run.fold(sums, ["strategy"], cards=True)["sums"]
    for i, name in enumerate(run.names("cards")):
        if total[i].m[0] > 0:
            yield _use(run, "Card", name, total, i)


# ---------------------------------------------------------------- what is shown
def _table(run: Run, rows: Sequence[Use]) -> Table:
    names = [run.strategies[code] for code in _codes(run)]
    ordered = sorted(rows, key=lambda use: (list(OF).index(use.kind), use.share.value or 0.0, use.name))
    cells: list[tuple[Cell, ...]] = [
        (use.kind, use.name, use.share, *use.by_strategy, _whom(run, use)) for use in ordered
    ]
    return Table(
        "content",
        f"{counted(len(rows), 'thing')} of the box hardly used, by all or by one strategy",
        f"n = {counted(run.games, 'game')}; description. Share of the players who could use it. Hardly used: "
        f"demonstrably by fewer than {100 * HARDLY:g} %, corrected for all things.",
        ("Kind", "What", "All players", *names, "Hardly used by"),
        tuple(cells),
    )


def _whom(run: Run, use: Use) -> str:
    if use.dead:
        return "all players"
    return listed([run.strategies[code] for code in use.dead_for])


def _answers(run: Run, found: Sequence[Use]) -> Iterator[Answer]:
    """A line for each kind of thing."""
    if run.games < MIN_GAMES:
        return
    for kind in OF:
        members = [use for use in found if use.kind == kind and use.share.defined]
        if not members:
            continue
        dead = sorted((use for use in members if use.dead), key=lambda use: (use.share.value or 0.0, use.name))
        title = PLURALS[kind][0].upper() + PLURALS[kind][1:]
        if dead:
            named = [f"{use.name} ({use.share.text})" for use in dead[:NAMED]]
            more = [] if len(dead) <= NAMED else [counted(len(dead) - NAMED, "other")]
            never = sum(use.share.value == 0 for use in dead)
            never_text = f", {never} of them by nobody" if never else ""
            text = f"{len(dead)} of {len(members)} {DONE[kind]}{never_text}: {listed([*named, *more])}"
        else:
            least = min(members, key=lambda use: use.share.value or 0.0)
            text = f"none of {len(members)} demonstrably {DONE[kind]}; least: {least.name} ({least.share.text})"
        yield Answer("content", title, text + _by_strategy(run, members), "description")


def _by_strategy(run: Run, members: Sequence[Use]) -> str:
    """How many more each strategy leaves aside."""
    counts = [
        (name, sum(code in use.dead_for and not use.dead for use in members))
        for code, name in enumerate(run.strategies)
    ]
    named = [f"{name} {number}" for name, number in counts if number]
    return f"; below that with one strategy: {', '.join(named)}" if named else ""
