// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/stop.h"

#include <utility>

namespace apportion::slurm {

namespace {

thread_local std::stop_token stopOfThread;

}  // namespace

StopsWith::StopsWith(std::stop_token stop)
    : before_(std::exchange(stopOfThread, std::move(stop))) {}

StopsWith::~StopsWith() {
    stopOfThread = std::move(before_);
}

std::stop_token stopOfThis() {
    return stopOfThread;
}

bool isStopped() {
    return stopOfThread.stop_requested();
}

}  // namespace apportion::slurm
