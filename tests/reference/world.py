# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of a pool at an instant: nodes, workloads, what each holds, and what was recorded."""

import copy

import placement
import queues
import shares as fair
from books import Books
from tree import Tree


class Job:
    """A workload on its way through the pool."""

    def __init__(self, spec, quota):
        self.spec = spec
        self.quota = quota
        self.state = "future"  # pending, running, finished, cancelled, rejected
        self.reject = None
        self.units = []        # what the books count: it runs there, or the place is booked
        self.leaving = []      # (until, units): still there physically, out of the books
        self.stop_until = None  # the whole workload stops then (rule 11)
        self.booked = False
        self.run_start = None  # of this run
        self.kept = 0          # milliseconds of work saved by checkpoints of earlier runs
        self.waited_before = 0
        self.pending_since = None
        self.start = None      # of the current or last run
        self.first_start = None
        self.end = None
        self.preemptions = 0
        self.window_since = None
        self.last_taker = None  # rule 26: for whom the last eviction by 14 to 16 was
        self.gpu_time = 0
        # The net effect of an instant (rule 11).
        self.before_start = None
        self.move = None

    def request(self):
        return self.spec.gpu * self.spec.least

    def held(self):
        return sum(u.gpu for u in self.units)

    def demand_held(self):
        """Replicas that count as placed in rule 5."""
        return len(self.units)

    def extra_units(self):
        """Replicas beyond minReplicas, the youngest first."""
        order = sorted(self.units, key=lambda u: (-u.start, -u.place))
        return order[:max(0, len(self.units) - self.spec.least)]

    def physical(self):
        here = [] if self.booked else list(self.units)
        return here + [u for _, units in self.leaving for u in units]


class World:
    def __init__(self, scenario):
        self.scenario = scenario
        self.settings = scenario.settings
        self.nodes = scenario.nodes
        self.tree = Tree(scenario)
        self.jobs = [Job(s, self.tree.index[s.quota]) for s in scenario.workloads]
        self.now = 0
        self.records = []       # of all instants
        self.log = []           # of this instant
        self.changed = 0        # the last moment at which anything changed
        self.dirty = False
        self.makespan = 0
        self.capacity_time = 0
        self.capacity_at_makespan = 0
        self.wasted = 0
        self.delayed = []       # rule 21: (at, broken bounds)
        for job in self.jobs:
            if job.spec.since is not None:
                job.state = "running"
                job.units = placement.seat_snapshot(self, job)
                job.run_start = job.start = job.first_start = job.spec.since
                job.waited_before = job.spec.since - job.spec.submit
        self.mark()

    # --- views -----------------------------------------------------------------------------
    def books(self):
        return Books(self, [u for j in self.jobs for u in j.units])

    def physical(self):
        return [u for j in self.jobs for u in j.physical()]

    def physical_books(self):
        return Books(self, self.physical())

    def shares(self):
        return fair.fair_shares(self)

    def waited(self, job):
        extra = self.now - job.pending_since if job.pending_since is not None else 0
        return job.waited_before + extra

    def counts_as_demand(self, job):
        return job.state in ("pending", "running")

    def over_any_limit(self, job):
        s = job.spec
        amounts = {"gpu": job.request(), "cpu": s.cpu * s.least, "memory": s.memory * s.least}
        for q in self.tree.ancestors(job.quota):
            for dimension, amount in amounts.items():
                limit = self.tree.limit(q, dimension)
                if limit is not None and amount > limit:
                    return True
        return False

    def never_fits_code(self, job):
        """`never-fits`, `gpu-type` or nothing; idle work is not held by limits."""
        if not placement.fits_empty(self, job, any_type=True):
            return "never-fits"
        if not job.spec.idle and self.over_any_limit(job):
            return "never-fits"
        if not placement.fits_empty(self, job, any_type=False):
            return "gpu-type"
        return None

    def never_fits(self, job):
        return self.never_fits_code(job) is not None

    # --- losses ----------------------------------------------------------------------------
    def saved(self, job):
        """Rule 20: whole multiples of the checkpoint of this run."""
        if not job.spec.checkpoint:
            return 0
        return (self.now - job.run_start) // job.spec.checkpoint * job.spec.checkpoint

    def loss(self, job, units):
        """GPU time since the last checkpoint, in 1/100 GPU x milliseconds."""
        mark = job.run_start + self.saved(job)
        return sum(u.gpu * (self.now - max(u.start, mark)) for u in units)

    # --- the passing of time ---------------------------------------------------------------
    def advance(self, to):
        span = to - self.now
        if span > 0:
            held = self.physical()
            for unit in held:
                self.jobs[unit.job].gpu_time += unit.gpu * span
            self.capacity_time += span * self.pool_capacity()
        self.now = to
        self.note_makespan()

    def note_makespan(self):
        if self.physical():
            self.makespan = self.now
            self.capacity_at_makespan = self.capacity_time

    def pool_capacity(self):
        total = 0
        for node in self.nodes:
            if node.state == "ready":
                total += node.gpu
            elif node.state in ("cordoned", "draining"):
                total += sum(u.gpu for u in self.physical() if u.node == node.index)
        return total

    def touch(self):
        self.dirty = True

    def mark(self):
        """Remembers the books of time at the last change; `rewind` goes back to them when only
        idle timers rang since."""
        self.marked = (self.makespan, self.capacity_time, self.capacity_at_makespan,
                       [(j.gpu_time, j.window_since) for j in self.jobs])

    def rewind(self):
        self.now = self.changed
        self.makespan, self.capacity_time, self.capacity_at_makespan, rows = self.marked
        for job, (gpu_time, since) in zip(self.jobs, rows):
            job.gpu_time, job.window_since = gpu_time, since

    # --- transitions -----------------------------------------------------------------------
    def submit(self, job, reject):
        if reject is not None:
            job.state, job.reject = "rejected", reject
        else:
            job.state = "pending"
            job.pending_since = job.spec.submit if self.now < job.spec.submit else self.now
        self.touch()

    def book(self, job, units):
        """Gives a place in the books; the run begins at once where the place is free."""
        job.units = units
        job.booked = True
        self.try_booked(job)

    def try_bookings(self):
        """Rule 25: those whose place is clear start; who did."""
        for job in self.jobs:
            if job.booked:
                self.try_booked(job)
                if not job.booked:
                    yield job

    def try_booked(self, job):
        job.booked = False
        mine, job.units = job.units, []
        free = placement.physically_free(self, mine)
        job.units = mine
        if not free:
            job.booked = True
            return
        job.before_start = (job.pending_since, job.waited_before, job.window_since, job.start,
                            job.first_start)
        job.waited_before = self.waited(job)
        job.pending_since = job.window_since = None
        job.state = "running"
        job.units = [copy.copy(u) for u in self.renew(mine)]
        job.run_start = job.start = self.now
        if job.first_start is None:
            job.first_start = self.now
        self.touch()

    def renew(self, units):
        from consolidation import renewed
        return renewed(units, self.now)

    def end_run(self, job, state):
        """The workload is over, by itself or by an event."""
        if job.pending_since is not None:
            job.waited_before = self.waited(job)
        job.pending_since = job.window_since = None
        job.units, job.leaving, job.stop_until, job.booked = [], [], None, False
        job.state, job.end = state, self.now
        self.touch()

    def requeue(self, job):
        """Rule 20: waits again; what checkpoints saved stays."""
        job.kept += self.saved(job)
        job.units, job.leaving, job.stop_until, job.booked = [], [], None, False
        job.state = "pending"
        job.pending_since = self.now
        job.run_start = None
        job.preemptions += 1
        self.touch()

    def ends_at(self, job):
        if job.state != "running" or job.spec.duration is None:
            return None
        return job.run_start + job.spec.duration - job.kept
