// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/keeper/process_tree.h"

#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/store/descriptor.h"

namespace apportion {

namespace {

// Field 4 of /proc/PID/stat; the name before it may hold blanks and brackets. 0 = nobody's.
pid_t parentOf(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    std::getline(file, line);
    const auto close = line.rfind(')');
    if (close == std::string::npos)
        return 0;
    std::istringstream rest(line.substr(close + 1));
    std::string state;
    pid_t parent = 0;
    rest >> state >> parent;
    return parent;
}

bool carries(pid_t pid, const std::string& variable) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
    for (std::string each; std::getline(file, each, '\0');)
        if (each == variable)
            return true;
    return false;
}

template <typename Each>
void eachProcess(Each&& each) {
    std::error_code failed;
    for (std::filesystem::directory_iterator entry("/proc", failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().filename();
        pid_t pid = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (read.ec == std::errc() && read.ptr == name.data() + name.size())
            each(pid);
    }
}

void takeEnded() {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
}

}  // namespace

bool endDescendants() {
    using Clock = std::chrono::steady_clock;
    constexpr auto kPatience = std::chrono::seconds(10);
    constexpr auto kPause = std::chrono::milliseconds(2);
    const auto giveUp = Clock::now() + kPatience;
    const pid_t self = getpid();
    for (;;) {
        takeEnded();
        if (waitpid(-1, nullptr, WNOHANG) < 0)
            return true;  // nobody is left
        if (Clock::now() >= giveUp)
            return false;
        // Whoever is killed here hands its own children up to this process for the next round.
        eachProcess([self](pid_t pid) {
            if (parentOf(pid) == self)
                kill(pid, SIGKILL);
        });
        std::this_thread::sleep_for(kPause);
    }
}

int endLeftBehind(const std::string& folder, const KeeperStatus& status) {
    if (status.pid <= 0 || status.keeper.boot != store::thisProcess().boot)
        return 0;
    const std::string variable = std::string(kRunVariable) + "=" + folder;
    int ended = 0;
    eachProcess([&](pid_t pid) {
        // The descriptor is taken first: what is seen after that is told of the same process.
        const store::Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
        const auto started = store::startOfProcess(pid);
        struct stat owner {};
        if (!process || !started || *started < status.pidStarted || pid == getpid() ||
            stat(("/proc/" + std::to_string(pid)).c_str(), &owner) != 0 ||
            owner.st_uid != geteuid() || !carries(pid, variable))
            return;
        if (syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0) == 0)
            ++ended;
    });
    return ended;
}

}  // namespace apportion
