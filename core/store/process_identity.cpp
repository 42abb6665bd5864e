// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/process_identity.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <pwd.h>
#include <unistd.h>

namespace apportion::store {

namespace {

std::string firstLine(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

// Containers have process numbers of their own.
std::string processSpace() {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/ns/pid", failed).string();
}

}  // namespace

// Field 22 of /proc/PID/stat; the name before it may hold blanks and brackets.
std::optional<std::int64_t> startOfProcess(std::int64_t pid) {
    const std::string line = firstLine("/proc/" + std::to_string(pid) + "/stat");
    const auto close = line.rfind(')');
    if (close == std::string::npos)
        return {};
    std::istringstream rest(line.substr(close + 1));
    std::string field;
    constexpr int kAfterName = 20;  // fields from the state (3) to the start (22)
    for (int i = 0; i < kAfterName; ++i)
        if (!(rest >> field))
            return {};
    // A zombie has ended; only its parent has not looked yet.
    std::istringstream state(line.substr(close + 1));
    std::string letter;
    state >> letter;
    if (letter == "Z" || letter == "X")
        return {};
    return std::stoll(field);
}

ProcessIdentity thisProcess() {
    const auto pid = static_cast<std::int64_t>(getpid());
    return {firstLine("/etc/machine-id"), firstLine("/proc/sys/kernel/random/boot_id"), pid,
            startOfProcess(pid).value_or(0), processSpace()};
}

Life lifeOf(const ProcessIdentity& process) {
    const ProcessIdentity here = thisProcess();
    if (!process.space.empty() && process.space != here.space)
        return Life::unknown;
    if (process.boot == here.boot) {
        const auto started = startOfProcess(process.pid);
        return started && *started == process.started ? Life::alive : Life::dead;
    }
    return process.machine == here.machine && !here.machine.empty() ? Life::dead : Life::unknown;
}

std::string systemUser() {
    const uid_t id = geteuid();
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
        return found->pw_name;
    return "uid " + std::to_string(id);
}

bool isSystemUser(const std::string& name) {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    return getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found) == 0 &&
           found != nullptr;
}

}  // namespace apportion::store
