# SPDX-License-Identifier: GPL-3.0-or-later
"""The quota tree: leaves, levels, groups, guarantees, limits, keeps (rules 1, 2 and the words)."""

from dataclasses import dataclass
from typing import Optional

from scenario import GPU, cpu, gpu, memory


@dataclass(frozen=True)
class Branch:
    """A place in the tree: a quota, or the own part of a quota that has children (rule 2)."""
    quota: int
    own: bool = False


class Tree:
    def __init__(self, scenario):
        self.quotas = scenario.quotas
        self.settings = scenario.settings
        self.nodes = scenario.nodes
        self.index = {q.name: q.index for q in self.quotas}
        self.children = {q.index: [] for q in self.quotas}
        self.roots = []
        for q in self.quotas:
            (self.roots if q.parent is None else self.children[self.index[q.parent]]).append(q.index)
        self.groups = self._groups()

    def _groups(self):
        """Roots with equal selectors share the nodes that match; roots without one share the
        nodes that no selector matches. A list of (roots, nodes), in order of the first root."""
        found = []
        for r in self.roots:
            selector = self.quotas[r].policy.get("nodes")
            for entry in found:
                if entry[0] == selector:
                    entry[1].append(r)
                    break
            else:
                found.append((selector, [r]))
        named = {n.index for n in self.nodes for s, _ in found if s and matches(s, n)}
        groups = []
        for selector, roots in found:
            if selector:
                nodes = [n.index for n in self.nodes if matches(selector, n)]
            else:
                nodes = [n.index for n in self.nodes if n.index not in named]
            groups.append((roots, nodes))
        return groups

    # --- shape -----------------------------------------------------------------------------
    def policy(self, quota, key, default=None):
        value = self.quotas[quota].policy.get(key)
        return default if value is None else value

    def parent(self, quota) -> Optional[int]:
        name = self.quotas[quota].parent
        return None if name is None else self.index[name]

    def leaf(self, quota):
        """Rule 2: where work that is submitted on the quota sits."""
        return Branch(quota, own=bool(self.children[quota]))

    def level(self, quota):
        """The own part, then the children in file order."""
        return [Branch(quota, True)] + [Branch(c) for c in self.children[quota]]

    def path(self, quota):
        """The leaf of the quota and every quota above, bottom up."""
        found = [self.leaf(quota)]
        if found[0].own:
            found.append(Branch(quota))
        above = self.parent(quota)
        while above is not None:
            found.append(Branch(above))
            above = self.parent(above)
        return found

    def ancestors(self, quota):
        """The quota and those above it."""
        found = []
        while quota is not None:
            found.append(quota)
            quota = self.parent(quota)
        return found

    def below(self, quota):
        """All quotas strictly below."""
        found = []
        for c in self.children[quota]:
            found += [c] + self.below(c)
        return found

    def group_of(self, quota):
        root = self.ancestors(quota)[-1]
        return next(i for i, (roots, _) in enumerate(self.groups) if root in roots)

    def siblings(self, quota):
        """Rule 15: quotas with the same parent; for a root the roots of its group."""
        above = self.parent(quota)
        if above is None:
            beside = self.groups[self.group_of(quota)][0]
        else:
            beside = self.children[above]
        return [q for q in beside if q != quota]

    # --- numbers ---------------------------------------------------------------------------
    def child_level(self, quota):
        """Whether child-level preemption is on at the quota."""
        return self.policy(quota, "childPreemption") is not None

    def guarantee(self, branch):
        """G(n). The own part has what the children leave over, or all of it while child-level
        preemption is on."""
        total = self.quotas[branch.quota].guaranteed
        if branch.own and not self.child_level(branch.quota):
            return total - self.children_sum(branch.quota)
        return total

    def children_sum(self, quota):
        return sum(self.quotas[c].guaranteed for c in self.children[quota])

    def weight(self, branch):
        """Rules 5 and 7, in hundredths."""
        total = self.quotas[branch.quota].guaranteed
        if branch.own:
            return total - self.children_sum(branch.quota)
        weight = self.policy(branch.quota, "weight")
        return total if weight is None else weight * GPU

    def rank(self, branch):
        return 0 if branch.own else self.policy(branch.quota, "rank", 0)

    def over_quota(self, branch):
        return self.policy(branch.quota, "overQuota", "on")

    def limit(self, quota, dimension="gpu"):
        """The effective limit: own, else inherited; None = not limited."""
        read = {"gpu": gpu, "cpu": cpu, "memory": memory}[dimension]
        for q in self.ancestors(quota):
            value = (self.policy(q, "limit") or {}).get(dimension)
            if value is not None:
                return read(value)
        return None

    def keep(self, branch):
        """What is not lent, never less than the keeps of the level together."""
        if branch.own:
            return 0
        lend = self.policy(branch.quota, "lend")
        own = 0 if lend is None else self.quotas[branch.quota].guaranteed - gpu(lend["gpu"])
        if not self.children[branch.quota]:
            return own
        return max(own, sum(self.keep(b) for b in self.level(branch.quota)))


def matches(selector, node):
    wanted = selector.get("gpuType")
    if wanted is not None and wanted != node.gpu_type:
        return False
    return all(node.labels.get(k) == v for k, v in (selector.get("labels") or {}).items())
