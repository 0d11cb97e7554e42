import threading
import time

import pytest

from seti_sim.runner import execute
from seti_sim.runner.chunks import split
from seti_sim.runner.errors import PlanError
from seti_sim.runner.execute import IN_FLIGHT, number_of_threads, run_chunks


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_chunk_is_done_once(threads):
    done = []
    yielded = list(run_chunks(split(100, 3), done.append, threads))
    assert sorted(done) == sorted(yielded) == split(100, 3)


def test_no_more_chunks_are_handed_out_than_the_threads_need():
    taken = []

    def chunks():
        for chunk in split(1000, 1):
            taken.append(chunk)
            yield chunk

    gate = threading.Event()
    stored = run_chunks(chunks(), lambda chunk: gate.wait(5), 2)
    worker = threading.Thread(target=next, args=(stored,))
    worker.start()
    time.sleep(0.05)
    assert len(taken) == 2 * IN_FLIGHT
    gate.set()
    worker.join()
    stored.close()


@pytest.mark.parametrize(("cores", "players"), [(8, 1), (1, 2)])
def test_others_play_while_one_stores_and_one_more_than_the_threads_only_if_they_take_all_cores(
    monkeypatch, cores, players
):
    monkeypatch.setattr(execute, "number_of_threads", lambda: cores)
    playing, most, stored = set(), [0], threading.Event()
    behind = threading.Semaphore(0)

    def play(chunk):
        playing.add(chunk)
        most[0] = max(most[0], len(playing))
        time.sleep(0.01)
        playing.discard(chunk)
        behind.release()
        return chunk.part

    def store(chunk, part):
        assert part == chunk.part
        if part == 0:
            for _ in range(4):  # its own and three others, played by the only thread that plays
                assert behind.acquire(timeout=5)
            stored.set()

    assert len(list(run_chunks(split(20, 1), play, 1, store))) == 20
    assert (most[0], stored.is_set()) == (players, True)


def test_what_cannot_be_stored_stops_the_run_and_no_further_chunk_is_played():
    played = []

    def store(chunk, _):
        if chunk.part == 3:
            raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        list(run_chunks(split(10_000, 1), played.append, 2, store))
    assert len(played) < 100


def test_an_error_stops_the_run_and_is_raised():
    done = []

    def work(chunk):
        if chunk.part == 3:
            raise OSError("no space")
        done.append(chunk)

    with pytest.raises(OSError, match="no space"):
        list(run_chunks(split(10_000, 1), work, 2))
    assert len(done) < 100


def test_a_listener_that_leaves_stops_the_run_and_waits_for_what_is_in_flight():
    begun, done = [], []

    def work(chunk):
        begun.append(chunk)
        time.sleep(0.01)
        done.append(chunk)

    stored = run_chunks(split(1000, 1), work, 2)
    next(stored)
    stored.close()
    assert sorted(begun) == sorted(done)
    assert len(done) < 20


def test_threads_are_those_wanted_or_the_usable_cores():
    assert number_of_threads() >= 1
    assert number_of_threads(7) == 7
    with pytest.raises(PlanError, match="threads must be at least 1, not 0"):
        number_of_threads(0)
