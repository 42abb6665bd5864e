// SPDX-License-Identifier: GPL-3.0-or-later
// The 128 GPUs of P-3: 48 and 80, to become 56 and 72.
#pragma once

#include "core/plan/draft/scale_trial.h"
#include "tests/core/engine/pool.h"

namespace apportion::test {

using testing::Pool;

inline constexpr Duration kMinute = 60 * kSecond;

inline ScaleTargets targets(std::vector<std::pair<std::string, Gpu>> gpus) {
    for (auto& [name, gpu] : gpus)
        gpu *= kOneGpu;
    return gpus;
}

inline Pool pool128() {
    Pool pool;
    pool.nodes(16, 8);
    pool.quota("Quota1", 128);
    pool.quota("Quota1.1", 48, "Quota1");
    pool.quota("Quota1.2", 80, "Quota1");
    return pool;
}

inline Workload& notebook(Pool& pool, const std::string& name, const std::string& quota, Gpu gpus,
                          Instant submit = 0) {
    Workload& workload = pool.work(name, quota, gpus * kOneGpu, submit);
    workload.module = Module::notebook;
    return workload;
}

// Nine notebooks of 8 and one of 4 hold 76 of Quota1.2; all of Quota1.1 is in use and one job
// waits there.
inline Pool busy128(std::optional<Duration> duration = {}) {
    Pool pool = pool128();
    for (int i = 1; i <= 9; ++i)
        notebook(pool, "d0" + std::to_string(i), "Quota1.2", 8, i).duration = duration;
    notebook(pool, "small", "Quota1.2", 4, 10).duration = duration;
    for (int i = 1; i <= 6; ++i)
        notebook(pool, "b" + std::to_string(i), "Quota1.1", 8, i).duration = duration;
    notebook(pool, "wanted", "Quota1.1", 8, 20).duration = duration;
    return pool;
}

inline const ScaleWorkloadEffect* effectOf(const Outlook& trial, const std::string& name) {
    for (const ScaleWorkloadEffect& each : trial.workloads)
        if (each.workload == name)
            return &each;
    return nullptr;
}

inline const ScaleQuotaEffect* quotaIn(const ScaleMoment& moment, const std::string& name,
                                       bool ownPart = false) {
    for (const ScaleQuotaEffect& each : moment.quotas)
        if (each.quota == name && each.ownPart == ownPart)
            return &each;
    return nullptr;
}

}  // namespace apportion::test
