"""Playing chunks on the workers of a Dask cluster: the function and the bytes are those of the threads.

A task carries the record of the run as JSON, the part, its first game and its number of games; the files of its parts
come back and are written here, so workers need no shared disk. Workers may be lost and may join while a run goes on.
"""

import asyncio
import logging
import signal
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import resource_tracker  # noqa: TID251  (of the processes that Dask starts)
from queue import Empty, Queue
from typing import Any, Final

from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import PlanError, RunError, in_range
from seti_sim.runner.execute import IN_FLIGHT, MAX_THREADS, Executor, Store, Threads
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.listener import Listener
from seti_sim.runner.records import Origin
from seti_sim.runner.worker import play_here, program

LOCAL: Final = "local:"
SCHEMES: Final = ("tcp", "tls", "ws", "wss", "ucx", "inproc")
"""Ways to a scheduler that Dask knows; it waits for ever at others."""
TRIES: Final = 10
"""How often a chunk is handed out again after its worker died: then it is the games, not the workers."""
PATIENCE: Final = 10.0
"""Seconds without workers after which that is said; also what a scheduler may take to answer."""
POLL: Final = 0.5


@contextmanager
def open_executor(cluster: str | None, threads: int | None, listener: Listener) -> Iterator[Executor]:
    """Who plays: threads of this process, or a cluster as in ``local:4`` or ``tcp://host:8786``.

    Raises :class:`PlanError` for an address that makes no sense or an extra that is not installed.
    """
    if cluster is None:
        yield Threads(threads)
        return
    if threads is not None:
        raise PlanError("threads: they play in this process; leave them out with a cluster")
    executor = Workers(cluster, listener)
    try:
        executor.reach()
        yield executor
    finally:
        executor.close()


class Workers:
    """The workers of a Dask cluster. Local ones are not started before the first chunk, when code has been compiled."""

    def __init__(self, address: str, listener: Listener) -> None:
        self._address = address
        self._local = _local_workers(address)
        self._listener = listener
        self._library = _distributed()
        self._client: Any = None
        self._warmed = False
        self._cluster: Any = None
        self._count = 0
        self._counted = -POLL
        self._checked: set[str] = set()

    @property
    def threads(self) -> int:
        """Chunks that can be played at the same time, as far as it is known."""
        if self._client is None:
            return self._local or 1
        if time.monotonic() - self._counted > POLL:  # asking for every chunk would cost more than it is worth
            self._check_programs()
            self._count = sum(worker["nthreads"] for worker in self._workers().values())
            self._counted = time.monotonic()
        return self._count

    def stored(self, origin: Origin, _inputs: Inputs, chunks: Iterable[Chunk], store: Store) -> Generator[Chunk]:
        """Hand the chunks out, a few for each thread; store what comes back."""
        record = origin.model_dump_json()
        self._start(record)
        queue, back, tries = iter(chunks), Queue[Any](), Counter[int]()
        pending: dict[Any, Chunk] = {}

        def hand_out(chunk: Chunk) -> None:
            future = self._client.submit(play_here, record, *chunk, pure=False)
            pending[future] = chunk
            future.add_done_callback(back.put)

        try:
            while True:
                room = IN_FLIGHT * max(self.threads, 1) - len(pending)
                for chunk in islice(queue, max(room, 0)):  # below 0 when workers have gone
                    hand_out(chunk)
                if not pending:
                    return
                future = self._next(back)
                chunk = pending.pop(future)
                parts = self._parts(future, chunk, tries)
                if parts is None:
                    hand_out(chunk)
                    continue
                store(chunk, parts)
                yield chunk
        finally:
            if self._client.status == "running":
                self._client.cancel(list(pending))

    def close(self) -> None:
        """Leave the cluster; stop it if it was started here."""
        for thing in (self._client, self._cluster):
            if thing is not None:
                thing.close()

    def _start(self, record: str) -> None:
        """Start or warm the cluster, at the first call."""
        self.reach()
        if self._local and self._client is None:
            with ThreadPoolExecutor(1) as aside:  # half a cluster could not be stopped
                aside.submit(self._start_here).result()
        elif not self._local and not self._warmed:
            self._warm(record)
            self._warmed = True

    def _start_here(self) -> None:
        """Start local workers. In a terminal Ctrl-C reaches all processes at once; they leave it to this one."""
        sys.warnoptions.append("ignore")  # what it tells of a process that ends at once helps nobody
        resource_tracker.ensure_running()  # it unblocks the signal where it is started
        sys.warnoptions.pop()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which the workers inherit from this thread
        self._cluster = self._library.LocalCluster(
            n_workers=self._local,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",  # any free port: two clusters at a time are no news either
            preload=["seti_sim.runner.worker"],
            silence_logs=logging.CRITICAL,
        )
        self._client = self._library.Client(self._cluster)

    def reach(self) -> None:
        """Find the scheduler of an address, before anything is written for games that nobody would play.

        Raises :class:`RunError` if none answers, or if a worker would play with another program.
        """
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what is lost is told here in one line
        if self._local or self._client is not None:
            return
        try:
            asyncio.run(asyncio.wait_for(self._probe(), PATIENCE + POLL))
            self._client = self._library.Client(self._address, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError, TypeError, RuntimeError, ImportError) as error:
            reason = first_line_of(error) or "what is there does not speak like one"
            raise RunError(f"no scheduler answers at {self._address}: {reason}") from None
        self._check_programs()

    async def _probe(self) -> None:
        """Connect once: a client would wait for ever for a web page, as the scheduler's own dashboard, to answer."""
        arguments = self._library.Security().get_connection_args("client")
        comm = await self._library.core.connect(self._address, timeout=PATIENCE, **arguments)
        comm.abort()

    def _check_programs(self) -> None:
        """Raise :class:`RunError` that names the first worker not asked before which has another program than ours."""
        new = [] if self._local else [address for address in self._workers() if address not in self._checked]
        if not new:
            return
        ours = program()
        for address, theirs in self._client.run(program, workers=new, on_error="return").items():
            if isinstance(theirs, OSError):  # it has gone again
                continue
            if isinstance(theirs, Exception):
                raise RunError(f"the worker {address} has no seti_sim like this one: {first_line_of(theirs)}")
            for name, value in ours.items():
                if theirs[name] != value:
                    raise RunError(f"the worker {address} has {name} {theirs[name]}, here it is {value}")
            self._checked.add(address)

    def _warm(self, record: str) -> None:
        """Let one worker of each machine play a game first, so that each machine compiles once and not in parallel."""
        first = {info["host"]: address for address, info in self._workers().items()}
        games = [
            self._client.submit(play_here, record, 0, 0, 1, workers=[address], allow_other_workers=True, pure=False)
            for address in first.values()
        ]
        lost = (self._library.KilledWorker, self._library.CancelledError)
        with suppress(*lost):  # the games that come after it will tell
            try:
                self._library.wait(games, timeout=PATIENCE)
            except TimeoutError:
                self._listener.note(f"compiling on the machines of {self._address}, about a minute ...")
            for game in games:
                game.result()
        self._check_scheduler()

    def _check_scheduler(self) -> None:
        """Raise :class:`RunError` if the scheduler has gone."""
        if self._client.status != "running":
            raise RunError(f"the scheduler at {self._address} is gone")

    def _workers(self) -> dict[str, Any]:
        workers: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return workers

    def _next(self, back: "Queue[Any]") -> Any:
        """The next task that has ended, well or not."""
        since, said = time.monotonic(), False
        while True:
            try:
                return back.get(timeout=POLL)
            except Empty:
                self._check_scheduler()
                if self._workers():
                    since = time.monotonic()
                elif not said and time.monotonic() - since > PATIENCE:
                    self._listener.note(f"no workers at {self._address}; waiting for some")
                    said = True

    def _parts(self, future: Any, chunk: Chunk, tries: "Counter[int]") -> dict[str, bytes] | None:
        """What a task made; None if its workers died. What went wrong in a game is raised as it was there."""
        try:
            parts: dict[str, bytes] = future.result()
            return parts
        except (self._library.KilledWorker, self._library.CancelledError) as error:
            self._check_scheduler()
            tries[chunk.part] += 1
            if tries[chunk.part] == TRIES:
                last = chunk.first + chunk.games - 1
                raise RunError(
                    f"games {chunk.first} to {last} were given up after {TRIES} tries: {first_line_of(error)}"
                ) from None
            return None
        except Exception:
            self._check_programs()  # the worker may be a new one with another program
            raise


def first_line_of(error: Exception) -> str:
    """The first line of what an error says."""
    return (str(error).splitlines() or [""])[0]


def _local_workers(address: str) -> int:
    """Worker processes wanted on this machine, 0 for an address."""
    count = address.removeprefix(LOCAL)
    if count != address:
        if not (count.isascii() and count.isdigit() and int(count[:9]) > 0):
            raise PlanError(f"cluster: {address!r} names no number of workers; write local:4")
        return in_range("cluster: the number of workers", int(count[:9]), 1, MAX_THREADS)
    if address.partition("://")[0] not in SCHEMES or "://" not in address:
        raise PlanError(f"cluster: {address!r} is neither local:N nor an address like tcp://host:8786")
    return 0


def _distributed() -> Any:
    """The library, if the extra is installed."""
    try:
        import distributed
    except ImportError:
        raise PlanError("cluster: dask.distributed is not installed; pip install 'seti-sim[cluster]'") from None
    return distributed
