// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the folder of a run (README.md): the command that a keeper is given and the status
// it writes. Both are JSON; what cannot be read is nothing.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/store/process_identity.h"

namespace apportion {

// A device of this machine, or a part of one.
struct HeldDevice {
    int number = 0;    // from 0
    std::string name;  // as CUDA_VISIBLE_DEVICES takes it: a UUID, or the number
    friend bool operator==(const HeldDevice&, const HeldDevice&) = default;
};

std::vector<int> numbersOf(const std::vector<HeldDevice>& devices);

struct KeeperJob {
    std::string workload;
    int replica = 0;  // from 0
    int replicas = 1;
    std::vector<std::string> arguments;  // the first is the program, looked for in PATH
    std::string directory;               // empty = the keeper's own
    std::vector<HeldDevice> devices;
    Gpu gpu = 0;  // of the whole replica; below kOneGpu a part of its one device
    Duration grace = 0;
    std::string boot = {};  // of the machine when it was written
    friend bool operator==(const KeeperJob&, const KeeperJob&) = default;
};

struct KeeperStatus {
    bool running = true;  // else it has ended
    store::ProcessIdentity keeper;
    std::int64_t pid = 0;         // of the command, which leads its process group
    std::int64_t pidStarted = 0;  // clock ticks after boot
    Moment started = 0;
    Moment ended = 0;
    std::optional<int> exitCode;
    std::optional<int> signal;
    bool stopped = false;      // it was asked to end, and ended after that
    std::int64_t dropped = 0;  // bytes of its output that are not kept
    // Why it could not be started, for who may see the command, and what the system said of it;
    // empty = it could.
    std::string failure;
    std::string error;
    friend bool operator==(const KeeperStatus&, const KeeperStatus&) = default;
};

Result<void> writeJob(const std::string& folder, const KeeperJob& job);
std::optional<KeeperJob> readJob(const std::string& folder);
Result<void> writeStatus(const std::string& folder, const KeeperStatus& status);
std::optional<KeeperStatus> readStatus(const std::string& folder);
// How long the command has from the moment at which its keeper is woken.
Result<void> writeStop(const std::string& folder, Duration grace);
std::optional<Duration> readStop(const std::string& folder);

std::string lockPath(const std::string& folder);
std::string logPath(const std::string& folder);
// What was written before it; not there while the log is short.
std::string previousLogPath(const std::string& folder);

}  // namespace apportion
