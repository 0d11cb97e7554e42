"""Help texts are shown as they were written: no part of them is taken for markup."""

import inspect
import re

import pytest
import typer

from seti_sim.cli.app import app

FRAME = re.compile(r"[\s\u2500-\u257f*]+")


def commands(group, path=()):
    """Every command with its words, groups among them."""
    yield path, group
    for name, one in getattr(group, "commands", {}).items():
        yield from commands(one, (*path, name))


EVERY = dict(commands(typer.main.get_command(app)))


def bare(text):
    """A text without blanks and frames, so that wrapped columns can be compared."""
    return FRAME.sub("", text)


@pytest.mark.parametrize("path", EVERY, ids=lambda path: " ".join(path) or "seti-sim")
def test_every_word_of_a_help_text_is_shown(command, path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    code, out, _ = command(*path, "--help")
    assert code == 0
    shown = bare(out)
    one = EVERY[path]
    texts = [inspect.cleandoc(one.help or ""), *(getattr(option, "help", None) or "" for option in one.params)]
    assert any(texts)
    for text in texts:
        assert bare(text.replace("\\[", "[")) in shown, text  # an escaped bracket is shown as a bracket
    for option in one.params:
        for name in option.opts if option.param_type_name == "option" else ():
            assert name in out


@pytest.mark.parametrize("path", [path for path in EVERY if path], ids=" ".join)
def test_help_texts_are_sentences(path):
    """Texts end with a full stop and leave no gap where something is missing."""
    one = EVERY[path]
    for text in (one.help or "", *(getattr(option, "help", None) or "" for option in one.params)):
        assert not text or text.strip().endswith((".", ":")), text
        assert not re.search(r" [;,.](?!\w)|[^\n]  \S|\(\)", inspect.cleandoc(text)), text
