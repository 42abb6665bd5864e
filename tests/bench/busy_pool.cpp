// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/busy_pool.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace apportion::bench {
namespace {

constexpr int kDevices = 8;
constexpr int kWaitingForEach = 56;  // present quota: five for each that runs
// Long enough that no run ends while it is measured: ends are inputs.
constexpr Duration kLong = 1'000'000 * kSecond;

struct Piece {
    Gpu gpu = kOneGpu;
    int replicas = 1;
    Module module = Module::training;
    int priority = 5;
};

constexpr Module kTrain = Module::training;
constexpr Module kNote = Module::notebook;  // not preemptible
constexpr Module kServe = Module::inference;

// The two halves hold 8 GPUs in ten pieces each, and side by side they fill two nodes: whoever has
// one half running holds exactly a guarantee.
// clang-format off
constexpr std::array<Piece, 20> kPieces{{
    {200, 2, kTrain, 5}, {100, 1, kTrain, 3}, {50, 1, kTrain, 1},  {50, 1, kTrain, 2},
    {50, 1, kServe, 7},  {50, 1, kTrain, 6},  {25, 1, kNote, 8},   {25, 1, kNote, 7},
    {25, 1, kTrain, 4},  {25, 1, kTrain, 9},
    {200, 1, kTrain, 4}, {100, 1, kTrain, 2}, {100, 1, kTrain, 6}, {100, 1, kServe, 8},
    {100, 1, kTrain, 9}, {50, 1, kTrain, 5},  {50, 1, kNote, 6},   {50, 1, kTrain, 7},
    {25, 1, kTrain, 1},  {25, 1, kTrain, 3},
}};
// clang-format on

// Which of two nodes each piece stands on; the gang stands on both.
constexpr std::array<int, 20> kNodeOfPiece{0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                                           0, 0, 0, 1, 1, 0, 0, 1, 1, 1};

Workload make(std::string name, const std::string& quota, const Piece& piece, Instant submit) {
    Workload workload;
    workload.name = std::move(name);
    workload.quota = quota;
    workload.request = {piece.gpu, 0, 0};
    workload.replicas = piece.replicas;
    workload.module = piece.module;
    workload.priority = piece.priority;
    workload.submit = submit;
    workload.duration = kLong;
    return workload;
}

std::string nodeName(int index) {
    return "node-" + std::to_string(index + 1);
}

std::string quotaName(int index) {
    return "quota-" + std::to_string(index + 1);
}

}  // namespace

BusyPool::BusyPool(PoolShape shape) : shape_(shape) {
    Node node;
    node.name = "node";
    node.gpu = kDevices * kOneGpu;
    scenario_.nodes.push_back({node, shape_.quotas});
    addQuotas();
    addRunning();
    addLoans();
    addWaiting();
}

bool BusyPool::absentAt(int quota) const {
    const int each = std::min(kQuotasOfADepartment, shape_.quotas);
    return quota % each >= each - 2;
}

int BusyPool::siblings() const {
    return shape_.departments ? std::min(kQuotasOfADepartment, shape_.quotas) : shape_.quotas;
}

void BusyPool::addQuotas() {
    const int inOne = siblings();
    std::string parent;
    for (int i = 0; i < shape_.quotas; ++i) {
        Quota quota;
        if (i % inOne == 0) {
            parent = quota.name = "department-" + std::to_string(i / inOne + 1);
            quota.guaranteed.gpu = inOne * kDevices * kOneGpu;
            scenario_.quotas.push_back(quota);
        }
        quota.name = quotaName(i);
        quota.parent = parent;
        quota.guaranteed.gpu = kDevices * kOneGpu;
        scenario_.quotas.push_back(quota);
        (absentAt(i) ? absent_ : present_).push_back(quota.name);
    }
}

void BusyPool::addRunning() {
    for (int quota = 0; quota < shape_.quotas; ++quota) {
        if (absentAt(quota))
            continue;
        const int firstNode = quota / 2 * 2;
        for (std::size_t i = 0; i < kPieces.size() / 2; ++i) {
            const std::size_t at = (quota % 2 == 0 ? 0 : kPieces.size() / 2) + i;
            const Piece& piece = kPieces[at];
            Workload workload = make("run-" + std::to_string(quota) + "-" + std::to_string(i),
                                     quotaName(quota), piece, -kSecond);
            RunningSince running;
            running.since = -static_cast<Duration>(i + 1) * kSecond;
            for (int replica = 0; replica < piece.replicas; ++replica)
                running.placements.push_back(
                    {nodeName(firstNode + (kNodeOfPiece[at] + replica) % 2), piece.gpu});
            workload.running = running;
            scenario_.workloads.push_back(std::move(workload));
        }
    }
}

// The nodes of the absent: single GPUs, dealt as rule 6 deals a surplus among equal weights, within
// the department or the whole pool, so that everybody holds the fair share.
void BusyPool::addLoans() {
    const int inOne = siblings();
    for (int first = 0; first < shape_.quotas; first += inOne) {
        int borrower = first;
        for (int quota = first; quota < first + inOne; ++quota)
            for (int device = 0; absentAt(quota) && device < kDevices; ++device) {
                while (absentAt(borrower))
                    borrower = first + (borrower + 1 - first) % inOne;
                Piece piece;
                piece.module = shape_.firmLoans ? kServe : kTrain;
                Workload workload =
                    make("loan-" + std::to_string(quota) + "-" + std::to_string(device),
                         quotaName(borrower), piece, -kSecond);
                workload.running = RunningSince{-kSecond, {{nodeName(quota), kOneGpu}}};
                scenario_.workloads.push_back(std::move(workload));
                borrower = first + (borrower + 1 - first) % inOne;
            }
    }
}

void BusyPool::addWaiting() {
    for (int i = 0; i < kWaitingForEach; ++i)
        for (int quota = 0; quota < shape_.quotas; ++quota)
            if (!absentAt(quota))
                scenario_.workloads.push_back(make(
                    "wait-" + std::to_string(quota) + "-" + std::to_string(i), quotaName(quota),
                    kPieces[static_cast<std::size_t>(i + quota) % kPieces.size()], 0));
}

Workload BusyPool::arrival(std::mt19937& dice, Instant submit) const {
    const std::string& quota = present_[dice() % present_.size()];
    return make("new-" + std::to_string(submit), quota, kPieces[dice() % kPieces.size()], submit);
}

Workload BusyPool::claim(std::size_t quota, int gpus, Instant submit) const {
    Piece piece;
    piece.gpu = gpus * kOneGpu;
    return make("claim-" + std::to_string(submit), absent_[quota % absent_.size()], piece, submit);
}

}  // namespace apportion::bench
