// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/keeper/keeper.h"

#include <array>
#include <climits>
#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cluster/local/keeper/failure.h"
#include "core/cluster/local/keeper/keep.h"
#include "core/cluster/local/keeper/private_folder.h"
#include "core/cluster/local/keeper/process_tree.h"

namespace apportion {

namespace {

using store::Descriptor;

// Locked; whoever has a copy of the descriptor holds the lock.
Descriptor takeLock(const std::string& folder) {
    Descriptor lock(
        open(lockPath(folder).c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (lock && flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        lock.reset();
    return lock;
}

bool lockIsFree(const std::string& folder) {
    const Descriptor lock(open(lockPath(folder).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    return !lock || flock(lock.get(), LOCK_SH | LOCK_NB) == 0;
}

// In a session of its own, with default signals but for those that wake a keeper: they wait until
// it can hear them.
int spawnKeeper(pid_t& pid, const std::string& program, const std::string& folder, int lock) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const std::string errors = folder + "/keeper-log";
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, errors.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, lock, kLockDescriptor);
    posix_spawn_file_actions_addclosefrom_np(&files, kLockDescriptor + 1);
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    sigset_t all, blocked;
    sigfillset(&all);
    sigemptyset(&blocked);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGCHLD})
        sigaddset(&blocked, signal);
    posix_spawnattr_setsigdefault(&how, &all);
    posix_spawnattr_setsigmask(&how, &blocked);
    posix_spawnattr_setflags(&how,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    std::string name = program, verb = "keep", where = folder;
    std::array<char*, 4> arguments{name.data(), verb.data(), where.data(), nullptr};
    const int error = posix_spawn(&pid, program.c_str(), &files, &how, arguments.data(), environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

}  // namespace

Result<Keeper> Keeper::start(const std::string& folder, KeeperJob job, const std::string& program) {
    if (auto made = makePrivateFolder(folder); !made)
        return tl::unexpected(std::move(made.error()));
    if (readJob(folder))
        return keeper::fail("keeper-not-started", program, "the folder of the run is in use");
    job.boot = store::thisProcess().boot;
    const Descriptor lock = takeLock(folder);
    if (!lock)
        return keeper::failBySystem("keeper-not-started", program);
    if (auto written = writeJob(folder, job); !written)
        return tl::unexpected(std::move(written.error()));
    Keeper keeper(folder, std::move(job));
    if (const int error = spawnKeeper(keeper.child_, program, folder, lock.get()); error != 0) {
        std::error_code ignored;
        std::filesystem::remove(folder + "/command", ignored);
        return keeper::fail("keeper-not-started", program, std::generic_category().message(error));
    }
    keeper.openProcess(keeper.child_, {});
    return keeper;
}

std::optional<Keeper> Keeper::find(const std::string& folder) {
    auto job = readJob(folder);
    if (!job)
        return {};
    Keeper keeper(folder, std::move(*job));
    keeper.look();
    return keeper;
}

void Keeper::openProcess(std::int64_t pid, std::optional<std::int64_t> started) {
    Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0)));
    // Looked at after it was opened, so that both are the same process.
    if (process && (!started || store::startOfProcess(pid) == started))
        process_ = std::move(process);
    if (asked_)
        wake();
}

Keeper::State Keeper::look() {
    if (state_ != State::alive)
        return state_;
    if (process_) {
        pollfd gone{process_.get(), POLLIN, 0};
        if (poll(&gone, 1, 0) == 0)
            return state_;
    }
    if (child_ != 0 && waitpid(child_, nullptr, WNOHANG) != 0)
        child_ = 0;
    // Asked before the status is read: what ended in between has written it.
    const bool free = lockIsFree(folder_);
    if (auto status = readStatus(folder_))
        status_ = std::move(*status);
    else
        status_.running = true;
    if (!status_.running)
        state_ = State::ended;
    else if (free)
        state_ = State::lost;
    else if (!process_ && status_.keeper.pid != 0 &&
             status_.keeper.boot == store::thisProcess().boot)
        openProcess(status_.keeper.pid, status_.keeper.started);
    if (state_ == State::lost)
        endLeftBehind(folder_, status_);
    if (state_ != State::alive)
        process_.reset();
    return state_;
}

bool Keeper::outlivedByMachine() const {
    return state_ == State::lost && job_.boot != store::thisProcess().boot;
}

void Keeper::wake() {
    if (process_ && syscall(SYS_pidfd_send_signal, process_.get(), SIGTERM, nullptr, 0) == 0)
        asked_ = false;
}

Result<void> Keeper::stop(Duration grace) {
    if (look() != State::alive)
        return {};
    if (auto written = writeStop(folder_, grace); !written)
        return written;
    asked_ = true;
    wake();
    return {};
}

std::string keeperProgram() {
    std::array<char, PATH_MAX> buffer{};
    const ssize_t length = readlink("/proc/self/exe", buffer.data(), buffer.size() - 1);
    const std::filesystem::path self(
        std::string(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))));
    return (self.parent_path() / "apportionctl").string();
}

}  // namespace apportion
