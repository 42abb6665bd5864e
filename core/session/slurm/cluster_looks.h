// SPDX-License-Identifier: GPL-3.0-or-later
// The looks at a cluster, on a thread of their own: what was seen, as a pool is shown from it.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/cluster/slurm/watch.h"
#include "core/engine/engine.h"
#include "core/model/project.h"
#include "core/model/reason.h"

namespace apportion {

struct SeenCluster {
    explicit SeenCluster(const slurm::Picture& read);

    Moment asOf() const { return picture.asOf * kSecond; }
    const slurm::ClusterJob* jobOf(const std::string& workload) const;
    // Slurm's, in our words, of what waits; nothing = it does not wait.
    const Reason* reasonOf(const std::string& workload) const;

    slurm::Picture picture;
    Scenario scenario;
    std::vector<Message> notRepresented;
    Project project;
    std::optional<Engine> engine;  // has decided nothing

private:
    struct Place {
        std::size_t job = 0;
        std::optional<Reason> reason;
    };
    std::unordered_map<std::string, Place> places_;  // by workload
};

class ClusterLooks {
public:
    struct Latest {
        std::shared_ptr<SeenCluster> seen;
        std::shared_ptr<Engine> asked;  // the same after it has looked at what waits; null = later
        Moment at = 0;                  // when the cluster last answered
        Problems failed;                // why it does not now
    };

    // `watch` has the first picture.
    explicit ClusterLooks(slurm::Watch watch);
    ~ClusterLooks();

    // From any thread. Who takes what was seen has it alone.
    Latest latest();

private:
    void run(const std::stop_token& stop);
    void take(const slurm::Picture& picture, const std::stop_token& stop);

    slurm::Watch watch_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    Latest latest_;        // guarded by mutex_
    std::jthread thread_;  // last
};

}  // namespace apportion
