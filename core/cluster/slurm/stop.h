// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread asks of a cluster ends when the thread is told to stop, not at its time limit.
#pragma once

#include <stop_token>

namespace apportion::slurm {

// For the calls of this thread while it lives. They fail with cluster-stopped.
class StopsWith {
public:
    explicit StopsWith(std::stop_token stop);
    ~StopsWith();
    StopsWith(const StopsWith&) = delete;
    StopsWith& operator=(const StopsWith&) = delete;

private:
    std::stop_token before_;
};

// Of this thread, for one that it waits for.
std::stop_token stopOfThis();
// Of this thread.
bool isStopped();

}  // namespace apportion::slurm
