"""What the models of all component files share: strict models, checked notation, and errors of one clear line."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from seti_sim.components import forms, grammar, limits, opcodes
from seti_sim.components import names as lex


class ComponentError(ValueError):
    """A fact of the box that cannot be used; the message is one line that names file, table and key."""


class Strict(BaseModel):
    """A table of a component file: no unknown keys, no conversion of types, read-only."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def checked(parse: Callable[[str], object]) -> AfterValidator:
    """A validator that keeps a text if ``parse`` understands it."""

    def check(text: str) -> str:
        parse(text)
        return text

    return AfterValidator(check)


def only(resource: str) -> AfterValidator:
    """A validator that keeps a list of effects if it is empty or an amount of one resource."""

    def check(effects: list[str]) -> list[str]:
        forms.amount_of(resource, effects)
        return effects

    return AfterValidator(check)


def one_of(names: Sequence[str]) -> AfterValidator:
    """A validator that keeps a word if it is one of ``names``."""

    def check(word: str) -> str:
        if word not in names:
            raise ValueError(f'unknown word "{word}"')
        return word

    return AfterValidator(check)


def exactly(wanted: object) -> AfterValidator:
    """A validator for facts that are built into the engine: they may be stated, but not changed."""

    def check(value: object) -> object:
        if value != wanted:
            raise ValueError(f"only {wanted!r} is implemented")
        return value

    return AfterValidator(check)


Effect = Annotated[str, checked(lambda text: limits.check_effect(grammar.parse_effect(text)))]
Count = Annotated[str, checked(grammar.parse_count)]
Condition = Annotated[str, checked(grammar.parse_condition)]
Event = Annotated[str, checked(grammar.parse_event)]
Effects = list[Effect]
SectorColour = Annotated[str, one_of(opcodes.SECTOR_COLOURS)]
TraceColour = Annotated[str, one_of(opcodes.TRACE_COLOURS)]
Income = Annotated[str, one_of(opcodes.INCOMES)]
Cell = Annotated[str, one_of(opcodes.CELLS)]
Star = Annotated[str, one_of(lex.STARS)]
Moon = Annotated[str, one_of(lex.MOONS)]
Species = Annotated[str, one_of(opcodes.SPECIES)]
Amount = Annotated[int, Field(ge=0, le=999)]
Positive = Annotated[int, Field(ge=1, le=999)]
Prose = str  # words for people, read by nobody else


def unique(values: Sequence[object], what: str) -> None:
    """Raise ValueError if a value stands twice."""
    seen = set()
    for value in values:
        if value in seen:
            raise ValueError(f"{what} {value} stands twice")
        seen.add(value)


def expect(found: object, wanted: object, what: str) -> None:
    """Raise ValueError if a number of things is not the one wanted."""
    if found != wanted:
        raise ValueError(f"{found} {what} in place of {wanted}")


# ------------------------------------------------------------------ errors
def one_line(file: str, data: Mapping[str, Any], error: ValidationError) -> ComponentError:
    """The first complaint of pydantic as one line: ``cards.toml: card 39: unknown word "sginal" in effects[0]``."""
    first = error.errors(include_url=False)[0]
    table, key = _place(data, first["loc"])
    if first["type"] == "extra_forbidden":
        table, key = (table, key) if key else ("", table)  # a key at the top of the file
        message = f'unknown key "{key}"'
    elif first["type"] == "missing":
        message = f'missing key "{key}"'
    else:
        message = first["msg"].removeprefix("Value error, ")
        message = message[:1].lower() + message[1:]
        message += f" in {key}" if key else ""
    return ComponentError(": ".join(part for part in (file, table, message) if part))


def _place(data: Any, path: Sequence[int | str]) -> tuple[str, str]:
    """The table and the key of a path of pydantic; an entry of a list of tables is called by its id."""
    names: list[str] = []
    cut, cut_at_id = 0, False
    for step in path:
        if step == "[key]":
            break
        data = _step(data, step)
        called = data.get("id") if isinstance(data, Mapping) else None
        if isinstance(step, str):
            names.append(step)
        else:
            names[-1] += f"[{step}]" if called is None else f" {called}"
        if called is not None or (isinstance(data, Mapping) and not cut_at_id):
            cut, cut_at_id = len(names), called is not None
    return ".".join(names[:cut]), ".".join(names[cut:])


def _step(data: Any, step: int | str) -> Any:
    """One step down; None where there is nothing."""
    try:
        return data[step]
    except (KeyError, IndexError, TypeError):
        return None
