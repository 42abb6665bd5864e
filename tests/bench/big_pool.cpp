// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/big_pool.h"

#include <algorithm>
#include <array>

namespace apportion::bench {

namespace {

constexpr int kOfARoot = 100;  // quotas, the root itself included
constexpr int kNodesOfAQuota = 2;
constexpr int kWorkOfAQuota = 10;
constexpr int kGpusOfANode = 8;

std::string rootName(int root) {
    return "root" + std::to_string(root);
}

Workload workloadOf(int number, const std::vector<std::string>& leaves) {
    static constexpr std::array kGpus{1, 2, 4, 8};
    static constexpr std::array kModules{Module::training, Module::notebook, Module::inference};
    const auto at = static_cast<std::size_t>(number);
    Workload work;
    work.name = "w" + std::to_string(number);
    work.quota = leaves[at * 7 % leaves.size()];
    work.request.gpu = kGpus[at % kGpus.size()] * kOneGpu;
    work.module = kModules[at % kModules.size()];
    work.priority = 1 + number % 9;
    work.duration = (3600 + number % 5000) * kSecond;
    return work;
}

}  // namespace

Scenario bigPool(int quotas) {
    Scenario pool;
    pool.name = std::to_string(quotas) + " quotas";
    NodeGroup& nodes = pool.nodes.emplace_back();
    nodes.node.name = "n";
    nodes.node.gpu = kGpusOfANode * kOneGpu;
    nodes.count = quotas * kNodesOfAQuota;
    const int roots = std::max(1, quotas / kOfARoot);
    const Gpu ofARoot = nodes.node.gpu * nodes.count / roots;
    std::vector<std::string> leaves;
    pool.quotas.reserve(static_cast<std::size_t>(quotas));
    leaves.reserve(static_cast<std::size_t>(quotas));
    const auto add = [&](std::string name, std::string parent, Gpu guaranteed) {
        Quota quota;
        quota.name = std::move(name);
        quota.parent = std::move(parent);
        quota.guaranteed.gpu = guaranteed;
        pool.quotas.push_back(std::move(quota));
    };
    for (int root = 0; root < roots; ++root) {
        add(rootName(root), {}, ofARoot);
        for (int child = 1; child < kOfARoot; ++child) {
            leaves.push_back("q" + std::to_string(root) + "." + std::to_string(child));
            add(leaves.back(), rootName(root), ofARoot / kOfARoot);
        }
    }
    pool.workloads.reserve(static_cast<std::size_t>(quotas) * kWorkOfAQuota);
    for (int i = 0; i < quotas * kWorkOfAQuota; ++i)
        pool.workloads.push_back(workloadOf(i, leaves));
    return pool;
}

}  // namespace apportion::bench
