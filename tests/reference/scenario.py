# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a scenario file into plain objects. Amounts are integers: GPUs in 1/100 of a device,
CPU in 1/1000 of a core, memory in MiB, time in milliseconds. The file is taken to be valid."""

import gzip
import json
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Dict, List, Optional

GPU = 100
MODULES = {"DLC": "training", "DSW": "notebook", "EAS": "inference"}
DEFAULTS = {"placement": "binpack", "consolidation": True, "moveLoss": 600, "gracePeriod": 0,
            "minRuntime": 0, "balanceTimeout": 180, "agingInterval": 600}


def gpu(value):
    return None if value is None else int(Decimal(value) * 100)


def cpu(value):
    return None if value is None else int(Decimal(value) * 1000)


def memory(value):
    return None if value is None else int(Decimal(value) * 1024)


def time(value):
    return None if value is None else int(Decimal(value) * 1000)


def module(name):
    return MODULES.get(name, name)


@dataclass
class NodeSpec:
    name: str
    gpu: int
    gpu_type: Optional[str]
    cpu: Optional[int]
    memory: Optional[int]
    labels: Dict[str, str]
    index: int = 0
    state: str = "ready"


@dataclass
class QuotaSpec:
    name: str
    parent: Optional[str]
    index: int
    guaranteed: int
    policy: dict  # the raw keys of the file, without name, parent, guaranteed, team


@dataclass
class WorkloadSpec:
    name: str
    index: int
    workspace: Optional[str]
    quota: str
    user: Optional[str]
    module: str
    priority: int
    gpu: int
    cpu: int
    memory: int
    replicas: int
    least: int
    gpu_type: Optional[str]
    submit: int
    duration: Optional[int]
    checkpoint: Optional[int]
    preemptible: bool
    idle: bool
    accepted: bool
    since: Optional[int]
    placements: List[str]


@dataclass
class Scenario:
    settings: dict
    nodes: List[NodeSpec] = field(default_factory=list)
    quotas: List[QuotaSpec] = field(default_factory=list)
    workspaces: List[dict] = field(default_factory=list)
    workloads: List[WorkloadSpec] = field(default_factory=list)
    events: List[dict] = field(default_factory=list)
    until: Optional[int] = None


def read_text(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return data.decode("utf-8")


def parse(text):
    """The text of a scenario as a document whose numbers are exact."""
    return json.loads(text, parse_float=Decimal)


def build(document):
    settings = dict(DEFAULTS, **(document.get("settings") or {}))
    for key in ("moveLoss", "gracePeriod", "minRuntime", "balanceTimeout", "agingInterval"):
        settings[key] = time(settings[key])
    scenario = Scenario(settings=settings, until=time(document.get("until")))
    for row in document.get("nodes", []):
        count = row.get("count", 1)
        for number in range(1, count + 1):
            scenario.nodes.append(NodeSpec(
                name=row["name"] if count == 1 else "%s-%d" % (row["name"], number),
                gpu=gpu(row.get("gpu", 0)), gpu_type=row.get("gpuType"), cpu=cpu(row.get("cpu")),
                memory=memory(row.get("memory")), labels=row.get("labels") or {},
                index=len(scenario.nodes)))
    for row in document.get("quotas", []):
        policy = {k: v for k, v in row.items()
                  if k not in ("name", "parent", "guaranteed", "team") and v is not None}
        scenario.quotas.append(QuotaSpec(
            name=row["name"], parent=row.get("parent"), index=len(scenario.quotas),
            guaranteed=gpu((row.get("guaranteed") or {}).get("gpu", 0)), policy=policy))
    scenario.workspaces = document.get("workspaces") or []
    for row in document.get("workloads", []):
        scenario.workloads.append(workload(row, len(scenario.workloads), scenario))
    scenario.events = document.get("events") or []
    return scenario


def workload(row, index, scenario):
    kind = module(row.get("module", "training"))
    replicas = row.get("replicas", 1)
    least = row.get("minReplicas")
    preemptible = row.get("preemptible")
    running = row.get("running")
    quota = row.get("quota")
    if quota is None:
        spaces = [s for s in scenario.workspaces if s["name"] == row.get("workspace")]
        quota = spaces[0]["quotas"][0]
    since = time(running.get("since", 0)) if running else None
    submit = time(row.get("submit", 0))
    return WorkloadSpec(
        name=row["name"], index=index, workspace=row.get("workspace"), quota=quota,
        user=row.get("user"), module=kind, priority=row.get("priority", 5), gpu=gpu(row["gpu"]),
        cpu=cpu(row.get("cpu", 0)), memory=memory(row.get("memory", 0)), replicas=replicas,
        least=replicas if least is None else least, gpu_type=row.get("gpuType"),
        submit=submit if since is None else min(submit, since),
        duration=time(row.get("duration")), checkpoint=time(row.get("checkpoint")),
        preemptible=kind == "training" if preemptible is None else preemptible,
        idle=row.get("idle", False), accepted=row.get("accepted", False), since=since,
        placements=[p["node"] for p in running["placements"]] if running else [])
