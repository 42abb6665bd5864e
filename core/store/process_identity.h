// SPDX-License-Identifier: GPL-3.0-or-later
// Which process this is, so that another program can tell whether it still lives: a pid alone may
// be given again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace apportion::store {

struct ProcessIdentity {
    std::string machine;  // /etc/machine-id; empty where there is none
    std::string boot;     // /proc/sys/kernel/random/boot_id
    std::int64_t pid = 0;
    std::int64_t started = 0;  // clock ticks after boot, /proc/PID/stat
    std::string space = {};    // where the pid counts, /proc/self/ns/pid; empty where not known
    friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

ProcessIdentity thisProcess();
// Clock ticks after boot; nothing if there is no such process, or it has ended and only its parent
// has not looked yet.
std::optional<std::int64_t> startOfProcess(std::int64_t pid);

// unknown: it runs on another machine, or in a container that this process cannot look into.
enum class Life { alive, dead, unknown };
Life lifeOf(const ProcessIdentity& process);

// The name of the operating system's user who runs this process; "uid 1000" where it has none.
std::string systemUser();
// Whether the operating system knows a user of this name.
bool isSystemUser(const std::string& name);

}  // namespace apportion::store
