// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/keeper/start_command.h"

#include <array>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cluster/local/keeper/failure.h"
#include "core/cluster/local/keeper/process_tree.h"
#include "core/cluster/local/keeper/startable.h"
#include "core/store/descriptor.h"

namespace apportion {

namespace {

using store::Descriptor;

// Where the child failed, and errno.
struct Failure {
    enum Step : int { folder, log, program } step = program;
    int error = 0;
};

// Of this process, else what is usual.
std::string inherited(const char* name, const std::string& otherwise) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): this program never changes its environment.
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

// As the system takes a list of words.
std::vector<char*> pointersTo(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (const std::string& word : words)
        pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// In the child. Nothing of the keeper may come along.
[[noreturn]] void become(const KeeperJob& job, const std::string& folder, int log, pid_t keeper,
                         int report) {
    const auto fail = [report](Failure::Step step) {
        const Failure failure{step, errno};
        const ssize_t written = write(report, &failure, sizeof failure);
        _exit(written == sizeof failure ? 127 : 126);
    };
    setpgid(0, 0);
    // Whoever kills the keeper kills this with it; it may have been killed already.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        _exit(127);
    if (!job.directory.empty() && chdir(job.directory.c_str()) != 0)
        fail(Failure::folder);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(log, STDOUT_FILENO) < 0 ||
        dup2(log, STDERR_FILENO) < 0)
        fail(Failure::log);
    for (int signal = 1; signal < NSIG; ++signal)
        std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    const auto variables = environmentOf(folder, job);
    std::vector<std::string> environment;
    environment.reserve(variables.size());
    for (const auto& [name, value] : variables)
        environment.push_back(std::string(name).append("=").append(value));
    execvpe(job.arguments.front().c_str(), pointersTo(job.arguments).data(),
            pointersTo(environment).data());
    fail(Failure::program);
    _exit(127);
}

tl::unexpected<Problems> notStarted(const std::string& name, int error) {
    return keeper::fail("command-not-started", name, std::generic_category().message(error));
}

}  // namespace

std::string visibleDevices(const KeeperJob& job) {
    std::string list;
    for (const HeldDevice& device : job.devices)
        list += (list.empty() ? "" : ",") + device.name;
    return list;
}

std::vector<std::pair<std::string, std::string>> environmentOf(const std::string& folder,
                                                               const KeeperJob& job) {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* user = nullptr;
    getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &user);
    return {{"APPORTION_REPLICA", std::to_string(job.replica)},
            {"APPORTION_REPLICAS", std::to_string(job.replicas)},
            {kRunVariable, folder},
            {"APPORTION_WORKLOAD", job.workload},
            // By bus, as NVML and nvidia-smi number them; the runtime's own order may be another.
            {"CUDA_DEVICE_ORDER", "PCI_BUS_ID"},
            {"CUDA_VISIBLE_DEVICES", visibleDevices(job)},
            {"HOME", inherited("HOME", user != nullptr ? user->pw_dir : "/")},
            {"LANG", inherited("LANG", "C.UTF-8")},
            {"PATH", programPath()},
            {"USER", inherited("USER", user != nullptr ? user->pw_name : "")}};
}

Result<StartedCommand> startCommand(const std::string& folder, const KeeperJob& job, int output) {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return notStarted(job.arguments.front(), errno);
    const Descriptor readEnd(ends[0]);
    Descriptor writeEnd(ends[1]);
    const pid_t self = getpid();
    const pid_t child = fork();
    if (child < 0)
        return notStarted(job.arguments.front(), errno);
    if (child == 0)
        become(job, folder, output, self, writeEnd.get());
    setpgid(child, child);  // here too: whoever is first
    writeEnd.reset();
    Failure failure;
    ssize_t got = 0;
    do
        got = read(readEnd.get(), &failure, sizeof failure);
    while (got < 0 && errno == EINTR);
    // Nothing comes if the program runs: the pipe is closed by it.
    if (got == sizeof failure) {
        waitpid(child, nullptr, 0);
        const std::string place = failure.step == Failure::folder ? job.directory
                                  : failure.step == Failure::log  ? logPath(folder)
                                                                  : job.arguments.front();
        return notStarted(place, failure.error);
    }
    return StartedCommand{child, store::startOfProcess(child).value_or(0)};
}

}  // namespace apportion
