#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes crowded.json: 300 quotas in four levels on 2,048 GPUs, a day of work, names in three languages.

Usage: crowded.py >crowded.json      the same bytes every time
"""
import json
import random

NODES, GPUS, DAY = 256, 8, 24 * 3600
DEPARTMENTS = [
    ("Pesquisa em Modelos de Linguagem", 320),
    ("大模型训练平台", 384),
    ("Visão Computacional para a Indústria", 224),
    ("推荐与广告算法部", 288),
    ("Bioinformática e Genômica Clínica", 160),
    ("自动驾驶感知", 240),
    ("Plataforma de Inferência", 288),
    ("语音与多模态", 128),
]
GROUPS = ["Pré-treinamento", "微调与对齐", "Avaliação contínua", "强化学习", "Equipe de Dados", "长上下文研究"]
PROJECTS = ["projeto-aurora-segmentação", "夜间回归", "基线-32B", "experimento-noturno", "线上 A-B",
            "cluster-de-testes", "量化与蒸馏", "long-context-128k"]
WORK = ["pretreino-70b-etapa", "客服机器人-微调", "segmentação-de-soldas", "夜间回归-长上下文", "embeddings-nightly",
        "广告点击率-蒸馏", "dobramento-de-proteínas", "感知-多任务", "tradução-pt-zh", "eval-suite"]


def parts(total, weights):
    """`total` in whole numbers by weight: nothing is left over."""
    scale = sum(weights)
    shares = [total * weight // scale for weight in weights]
    for i in range(total - sum(shares)):
        shares[i % len(shares)] += 1
    return shares


def main():
    rng = random.Random(20261122)
    root = "南美平台 · Plataforma América do Sul"
    quotas = [{"name": root, "guaranteed": {"gpu": NODES * GPUS},
               "childPreemption": {"priorities": [1, 2], "modules": ["training"]}}]
    leaves = []
    for department, guarantee in DEPARTMENTS:
        quotas.append({"name": department, "parent": root, "guaranteed": {"gpu": guarantee},
                       "team": department})
        groups = rng.sample(GROUPS, 5)
        weights = [rng.randint(1, 4) for _ in groups]
        for group, share in zip(groups, parts(guarantee, weights)):
            name = f"{group} · {department.split()[0]}"
            row = {"name": name, "parent": department, "guaranteed": {"gpu": share}}
            if rng.random() < 0.3:
                row["selfPreemption"] = {"high": [7, 9], "low": [1, 4], "modules": ["training", "notebook"],
                                         "scope": "quota"}
            if rng.random() < 0.15:
                row["limit"] = {"gpu": max(share, 8) * 2}
            quotas.append(row)
            below = rng.sample(PROJECTS, 6 + (len(quotas) < 90))
            for project, size in zip(below, parts(share, [rng.randint(1, 5) for _ in below])):
                leaf = {"name": f"{project} {len(quotas):03d}", "parent": name,
                        "guaranteed": {"gpu": size}}
                if rng.random() < 0.1:
                    leaf["overQuota"] = "off"
                if rng.random() < 0.1:
                    leaf["queueing"] = "fifo"
                quotas.append(leaf)
                leaves.append(leaf)
    workloads = []
    for number in range(1400):
        leaf = rng.choice(leaves)
        module = rng.choices(["training", "notebook", "inference"], [7, 2, 1])[0]
        gpu = rng.choices([1, 2, 4, 8], [3, 3, 4, 8])[0] if module != "notebook" else 1
        replicas = rng.choices([1, 2, 4, 8], [12, 4, 3, 1])[0] if gpu == 8 else 1
        work = {"name": f"{rng.choice(WORK)}-{number:04d}", "quota": leaf["name"], "module": module,
                "priority": rng.choices(range(1, 10), [1, 2, 4, 5, 8, 4, 2, 1, 1])[0], "gpu": gpu,
                "submit": int(DAY * rng.random() ** 1.2)}
        if replicas > 1:
            work["replicas"] = replicas
        if rng.random() < 0.85 or module != "inference":
            work["duration"] = int(600 + rng.lognormvariate(9.9, 0.9))
        if module == "training" and rng.random() < 0.3:
            work["checkpoint"] = 1800
        workloads.append(work)
    workloads.sort(key=lambda work: work["submit"])
    events = [{"at": 6 * 3600, "do": "node", "node": "gpu-17", "state": "down"},
              {"at": 9 * 3600, "do": "node", "node": "gpu-17", "state": "ready"},
              {"at": 14 * 3600, "do": "scale",
               "quotas": {"大模型训练平台": {"gpu": 400}}},
              {"at": 20 * 3600, "do": "node", "node": "gpu-200", "state": "cordoned"}]
    parts_of_file = [("nodes", [{"name": "gpu", "count": NODES, "gpu": GPUS, "gpuType": "H100"}]),
                     ("quotas", quotas), ("workloads", workloads), ("events", events)]
    text = '{\n  "apportion": 1,\n  "name": "2,048 GPUs, 300 quotas, three languages",\n'
    text += '  "epoch": "2026-11-20T00:00:00Z",\n'
    for key, rows in parts_of_file:
        lines = ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in rows)
        text += f'  "{key}": [\n    {lines}\n  ],\n'
    print(text + f'  "until": {DAY}\n}}')


if __name__ == "__main__":
    main()
