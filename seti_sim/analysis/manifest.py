"""What the analysis needs of a run's ``manifest.json``, read without the simulator."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from seti_sim.analysis.errors import AnalysisError
from seti_sim.runner.errors import StoreError
from seti_sim.runner.records import MANIFEST
from seti_sim.runner.records import read_manifest as manifest_record

DICTIONARIES: Final = ("strategies", "species", "sources", "techs", "planets", "moons", "stars", "gold_tiles")
DRAWN: Final = "random"
"""What a run says of a species or of a gold tile that every game draws."""


@dataclass(frozen=True)
class Manifest:
    """What was simulated: the setting, how to repeat it, and the words behind the codes.

    ``strategies`` are named by code and ``digests`` distinguish equal names with different weights; ``seats`` holds the
    code of every seat; ``chunks`` the parts as (number, first game, games).
    """

    status: str
    command: str
    seed: int
    games: int
    players: int
    seats: tuple[int, ...]
    digests: tuple[str, ...]
    species: tuple[str, ...]
    gold: tuple[str, ...]
    seating: str
    """``random``: every game drew the order of the strategies; ``fixed``: ``seats`` is the order in all games."""
    variant: str | None
    overrides: str
    unsupported: tuple[str, ...]
    version: str
    rules_version: int
    tables_hash: str
    started: str
    chunks: tuple[tuple[int, int, int], ...]
    dictionaries: Mapping[str, tuple[str, ...]]
    identity: str = ""
    """What ``SHA256SUMS`` beside it begins with."""
    sealed: bool = True
    """Whether it carries a checksum of its own, as those of earlier versions do not."""

    def dictionary(self, name: str) -> tuple[str, ...]:
        """Names by code."""
        if name not in self.dictionaries:
            raise AnalysisError(f"the manifest has no dictionary {name!r}")
        return self.dictionaries[name]

    @property
    def by_seat(self) -> tuple[str, ...]:
        """Name of the strategy of every seat; with random seating of every place of the line-up."""
        names = self.dictionary("strategies")
        return tuple(names[code] for code in self.seats)

    @property
    def confounded(self) -> bool:
        """Whether a strategy always had the same neighbours: what it won cannot be separated from what they did."""
        return self.seating == "fixed" and self.players > 2 and len(set(self.seats)) > 1

    @property
    def fixed(self) -> str:
        """What the run chose of the set-up, in words: species and sides of gold tiles; empty if all was drawn."""
        parts = [] if set(self.species) == {DRAWN} else [f"species {', '.join(self.species)}"]
        sides = zip(self.dictionary("gold_tiles"), self.gold, strict=True)
        laid = [f"{tile} {side}" for tile, side in sides if side != DRAWN]
        return "; ".join([*parts, *([f"gold tiles {', '.join(laid)}"] if laid else [])])

    def difference(self, other: "Manifest", *, box_only: bool = False) -> str | None:
        """The first thing in which two runs differ that forbids pooling them, in words; ``None`` if they may be pooled.

        With ``box_only`` just the game itself is compared: rules, tables and variant.
        """
        return next(iter(self.differences(other, box_only=box_only)), None)

    def differences(self, other: "Manifest", *, box_only: bool = False) -> list[str]:
        """Everything in which two runs differ that forbids pooling them."""
        pairs = [
            ("rules version", self.rules_version, other.rules_version),
            ("variant", self.variant or "none", other.variant or "none"),
            ("numbers changed by the variant", self.overrides, other.overrides),
            ("component tables", self.tables_hash[:12], other.tables_hash[:12]),
        ]
        if not box_only:
            pairs += [
                ("number of players", self.players, other.players),
                ("seating", self.seating, other.seating),
                ("strategies by seat", ", ".join(self._line_up()), ", ".join(other._line_up())),
                ("weights of the strategies", self._digests_by_seat(), other._digests_by_seat()),
                ("species", ", ".join(self.species), ", ".join(other.species)),
                ("sides of the gold tiles", ", ".join(self.gold), ", ".join(other.gold)),
            ]
        return [f"different {what} ({mine} against {theirs})" for what, mine, theirs in pairs if mine != theirs]

    def _line_up(self) -> tuple[str, ...]:
        """The strategies in their order, where it matters."""
        return self.by_seat if self.seating == "fixed" else tuple(sorted(self.by_seat))

    def _digests_by_seat(self) -> str:
        digests = [self.digests[code][:8] for code in self.seats]
        return ", ".join(digests if self.seating == "fixed" else sorted(digests))


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run folder, with the check that the runner makes.

    Raises:
        AnalysisError: one line that names the file and what is wrong with it.
    """
    try:
        record = manifest_record(folder)
        identity = record.identity
    except StoreError as error:
        raise AnalysisError(str(error)) from None
    try:
        parsed = parse_manifest(record.model_dump(mode="json"))
        return replace(parsed, identity=identity, sealed=record.sha256 is not None)
    except KeyError as error:
        raise AnalysisError(f"{folder / MANIFEST} has no key {error}") from None
    except (TypeError, ValueError) as error:
        raise AnalysisError(f"{folder / MANIFEST} cannot be used: {error}") from None


def parse_manifest(record: Mapping[str, Any]) -> Manifest:
    """The manifest out of its JSON record.

    Raises:
        KeyError, TypeError, ValueError: for keys that are absent or of the wrong kind.
    """
    variant = record["variant"]
    dictionaries = {name: tuple(map(str, words)) for name, words in record["dictionaries"].items()}
    for name in DICTIONARIES:
        dictionaries[name]  # the KeyError names what is missing
    manifest = Manifest(
        status=str(record["status"]),
        command=str(record["command"]),
        seed=int(record["seed"]),
        games=int(record["games"]),
        players=int(record["players"]),
        seats=tuple(int(code) for code in record["seats"]),
        digests=tuple(str(item["digest"]) for item in record["strategies"]),
        species=tuple(map(str, record["plan"]["species"])),
        gold=tuple(map(str, record["plan"]["gold"])),
        seating=str(record["plan"].get("seating", "fixed")),
        variant=None if variant is None else str(variant["name"]),
        overrides="" if variant is None else json.dumps(variant["overrides"], sort_keys=True),
        unsupported=tuple(map(str, record["unsupported"])),
        version=str(record["seti_sim"]),
        rules_version=int(record["rules_version"]),
        tables_hash=str(record["tables_hash"]),
        started=str(record["started"]),
        chunks=tuple((int(part), int(first), int(count)) for part, first, count in record["chunks"]),
        dictionaries=dictionaries,
    )
    if len(manifest.seats) != manifest.players:
        raise ValueError(f"strategies of {len(manifest.seats)} seats for {manifest.players} players")
    if not all(0 <= code < len(dictionaries["strategies"]) for code in manifest.seats):
        raise ValueError("a seat has a strategy without a name")
    return manifest
