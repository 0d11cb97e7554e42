"""Playing the chunks of a run on a pool of threads: the compiled kernel holds no GIL, so threads share one process."""

import os
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from itertools import islice
from typing import Protocol, TypeVar

from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import in_range
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.parts import Parts, parts_of
from seti_sim.runner.records import Origin

T = TypeVar("T")
Store = Callable[[Chunk, Parts], None]
"""Puts the parts of a chunk on the disk."""

MAX_THREADS = 1024
IN_FLIGHT = 2
"""Chunks handed to the pool for each thread that plays, so that memory does not grow with the number of games."""


class Executor(Protocol):
    """Who plays chunks: threads of this process, or the workers of a cluster."""

    @property
    def threads(self) -> int:
        """Chunks that can be played at the same time."""

    def stored(self, origin: Origin, inputs: Inputs, chunks: Iterable[Chunk], store: Store) -> Generator[Chunk]:
        """Play the chunks and ``store`` their parts; yield each chunk that is stored, in any order."""


class Threads:
    """Threads of this process."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = number_of_threads(threads)

    def stored(self, _origin: Origin, inputs: Inputs, chunks: Iterable[Chunk], store: Store) -> Generator[Chunk]:
        """Play and store on every thread."""
        return run_chunks(chunks, partial(parts_of, inputs), self.threads, store)


def number_of_threads(wanted: int | None = None) -> int:
    """The threads wanted, or the number of cores this process may use; :class:`PlanError` for a number out of range."""
    if wanted is not None:
        return in_range("threads", wanted, 1, MAX_THREADS)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # pragma: no cover  (not on Linux)
        return os.cpu_count() or 1


def run_chunks(
    chunks: Iterable[Chunk], play: Callable[[Chunk], T], threads: int, store: Callable[[Chunk, T], None] | None = None
) -> Generator[Chunk]:
    """``play`` every chunk on ``threads`` threads and ``store`` what comes out; yield the chunks as they are done.

    They come in any order. Storing waits for the disk, and so long others play: there are threads beyond ``threads``,
    but no more play at a time than :func:`_playing` says. On an error, on Ctrl-C or when the caller stops listening,
    chunks that have begun are finished, no further one is begun, and the first error is raised.
    """
    stop = threading.Event()
    playing = threading.Semaphore(_playing(threads))

    def guarded(chunk: Chunk) -> Chunk | None:
        with playing:
            if stop.is_set():
                return None
            played = play(chunk)
        if store is not None:
            store(chunk, played)
        return chunk

    queue = iter(chunks)
    with ThreadPoolExecutor(_playing(threads) + _storing(threads), thread_name_prefix="games") as pool:
        try:
            pending = {pool.submit(guarded, chunk) for chunk in islice(queue, threads * IN_FLIGHT)}
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                pending |= {pool.submit(guarded, chunk) for chunk in islice(queue, len(done))}
                yield from _results(done)
        finally:
            stop.set()


def _playing(threads: int) -> int:
    """Threads that may play at a time: one more where they take all cores, or else a core idles now and then.

    It does while a thread on it waits for polars, whose own threads have been put on the core of another that plays.
    """
    return threads + (threads >= number_of_threads())


def _storing(threads: int) -> int:
    """Threads that may store while so many play; a chunk is stored in a fortieth of the time it is played."""
    return 1 + threads // 8


def _results(done: Iterable[Future[Chunk | None]]) -> Iterator[Chunk]:
    for future in done:
        chunk = future.result()
        if chunk is not None:
            yield chunk
