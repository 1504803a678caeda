"""Ways to get parts of a study played: in this process, in several of this machine, or by a Ray cluster.

Each is given jobs and yields the parts as they are done, in any order.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeAlias

from toybattle.errors import ToyBattleError
from toybattle.study.plan import Part
from toybattle.study.work import Job, made

Executor: TypeAlias = Callable[[Sequence[Job]], Iterator[tuple[Part, bytes]]]

MOST_LOST = 3
"""How often in a row workers may die without a part being done."""
LOCAL = "local"
"""The address of a Ray cluster that is started here."""


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def alone(jobs: Sequence[Job]) -> Iterator[tuple[Part, bytes]]:
    """Play the parts in this process."""
    for job in jobs:
        yield job.part, made(job)


def processes(count: int) -> Executor:
    """Return what plays the parts in so many processes; one that dies is replaced, and what it was playing is played again."""

    def play(jobs: Sequence[Job]) -> Iterator[tuple[Part, bytes]]:
        left = {job.part: job for job in jobs}
        lost = 0
        while left:
            done = 0
            try:
                for part, data in _pooled(list(left.values()), count):
                    yield part, data
                    del left[part]
                    done += 1
            except BrokenProcessPool as error:
                lost = 1 if done else lost + 1
                if lost >= MOST_LOST:
                    raise ToyBattleError("the processes that play keep being killed; is there memory enough?") from error

    return play


def _pooled(jobs: Sequence[Job], count: int) -> Iterator[tuple[Part, bytes]]:
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(count, len(jobs)), mp_context=context, initializer=_at_start)
    ahead = iter(jobs)
    running: dict[Future[bytes], Part] = {}
    try:
        while True:
            while len(running) < 2 * count and (job := next(ahead, None)):
                running[pool.submit(made, job)] = job.part
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        # Whoever stops early does not wait for games that nobody will keep.
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=not running, cancel_futures=True)
        for worker in workers if running else ():
            worker.terminate()


def _at_start() -> None:
    """Leave being interrupted to the process that gives the work, and end when that one has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()


def ray_cluster(address: str) -> Executor:
    """Return what plays the parts on a Ray cluster, by its address or one started here; a worker that dies is replaced."""
    try:
        import ray  # noqa: PLC0415
    except ImportError as error:
        raise ToyBattleError("playing on a cluster needs Ray: pip install 'toybattle[ray]'") from error

    def play(jobs: Sequence[Job]) -> Iterator[tuple[Part, bytes]]:
        try:
            _answers(address)
            ray.init(address=None if address == LOCAL else address, log_to_driver=False, logging_level=logging.ERROR,
                     include_dashboard=False if address == LOCAL else None)  # fmt: skip
        except (OSError, ValueError, RuntimeError) as error:
            raise ToyBattleError(f"there is no Ray cluster at {address}: {error}") from error
        try:
            task = ray.remote(max_retries=MOST_LOST)(made)
            ahead = iter(jobs)
            running: dict[object, Part] = {}
            window = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while True:
                while len(running) < window and (job := next(ahead, None)):
                    running[task.remote(job)] = job.part
                if not running:
                    return
                for reference in ray.wait(list(running))[0]:
                    yield running.pop(reference), ray.get(reference)
        except ray.exceptions.RayTaskError as error:
            cause = error.cause
            raise cause if isinstance(cause, ToyBattleError) else error from error
        except ray.exceptions.RayError as error:
            raise ToyBattleError(f"the Ray cluster gave up: {error}") from error
        finally:
            ray.shutdown()

    return play


def _answers(address: str) -> None:
    """Raise OSError if an address names a port at which nobody answers, which Ray itself takes minutes to find out."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=10).close()
