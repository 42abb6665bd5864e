// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/stop.h"
#include "core/store/descriptor.h"

namespace apportion::slurm {

namespace {

using Clock = std::chrono::steady_clock;
using store::Descriptor;

// Between two looks whether it has ended: while it can print, and after it closed its output.
constexpr std::chrono::milliseconds kStep{50}, kShortStep{1};
constexpr std::size_t kMostPrinted = std::size_t{512} << 20;

struct Pipe {
    Descriptor read, write;
};

std::optional<Pipe> makePipe() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return {};
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<std::string> environmentWith(const ProcessRequest& request) {
    std::vector<std::string> all;
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view variable = *each;
        const bool replaced =
            std::any_of(request.variables.begin(), request.variables.end(), [&](const auto& given) {
                return variable.substr(0, variable.find('=')) == given.first;
            });
        if (!replaced)
            all.emplace_back(variable);
    }
    for (const auto& [name, value] : request.variables)
        if (value)
            all.push_back(std::string(name).append("=").append(*value));
    return all;
}

std::vector<char*> wordPointers(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (const std::string& word : words)
        pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// A text to read from its begin; empty where there is none or no room for it.
Descriptor fileOf(const std::string& text) {
    if (text.empty())
        return {};
    Descriptor file(memfd_create("input", MFD_CLOEXEC));
    std::size_t written = 0;
    while (file && written < text.size()) {
        const ssize_t put = write(file.get(), text.data() + written, text.size() - written);
        if (put <= 0)
            return {};
        written += static_cast<std::size_t>(put);
    }
    if (file)
        lseek(file.get(), 0, SEEK_SET);
    return file;
}

// 0, or errno.
int spawn(const ProcessRequest& request, const Pipe& output, const Pipe& errors, pid_t& child) {
    const Descriptor input = fileOf(request.input);
    if (!input && !request.input.empty())
        return ENOMEM;
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    if (input)
        posix_spawn_file_actions_adddup2(&files, input.get(), STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, errors.write.get(), STDERR_FILENO);
    sigset_t none{}, usual{};
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP})
        sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const std::vector<std::string> variables = environmentWith(request);
    const int error =
        posix_spawnp(&child, request.words.front().c_str(), &files, &attributes,
                     wordPointers(request.words).data(), wordPointers(variables).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

// What is there; false at the end.
bool readSome(int descriptor, std::string& text) {
    std::array<char, 1 << 16> bytes;
    const ssize_t got = read(descriptor, bytes.data(), bytes.size());
    if (got > 0)
        text.append(bytes.data(), static_cast<std::size_t>(got));
    return got > 0 || (got < 0 && errno == EINTR);
}

// How it ended; nothing while it runs and `block` is false.
std::optional<int> ended(pid_t child, bool block) {
    int status = 0;
    pid_t got = 0;
    do
        got = waitpid(child, &status, block ? 0 : WNOHANG);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        return {};
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int killed(pid_t child) {
    kill(-child, SIGKILL);
    return *ended(child, true);
}

tl::unexpected<Problems> notRun(const std::string& program) {
    return fail("cluster-no-command", {{"command", Value::ofText(program)}});
}

}  // namespace

Result<ProcessAnswer> runProcess(const ProcessRequest& request) {
    const std::string& program = request.words.front();
    auto output = makePipe(), errors = makePipe();
    pid_t child = 0;
    if (!output || !errors || spawn(request, *output, *errors, child) != 0)
        return notRun(program);
    output->write.reset();
    errors->write.reset();
    const auto end = Clock::now() + request.limit;
    ProcessAnswer answer;
    std::array<pollfd, 2> open{pollfd{output->read.get(), POLLIN, 0},
                               pollfd{errors->read.get(), POLLIN, 0}};
    std::optional<int> code;
    // A program that it left behind (ssh does) can hold the pipes: its own end counts.
    while (!code) {
        if (isStopped()) {
            killed(child);
            return fail("cluster-stopped");
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        if (left <= std::chrono::milliseconds(0)) {
            killed(child);
            return fail("cluster-slow", {{"command", Value::ofText(program)},
                                         {"limit", Value::ofSeconds(request.limit.count())}});
        }
        const bool silent = open[0].fd < 0 && open[1].fd < 0;
        const auto step = std::min(left, silent ? kShortStep : kStep);
        const int ready = poll(open.data(), open.size(), static_cast<int>(step.count()));
        if (ready == 0)
            code = ended(child, false);
        if (ready <= 0)
            continue;
        for (std::size_t i = 0; i < open.size(); ++i)
            if (open[i].fd >= 0 && open[i].revents != 0 &&
                !readSome(open[i].fd, i == 0 ? answer.output : answer.errors))
                open[i].fd = -1;
        if (answer.output.size() + answer.errors.size() > kMostPrinted) {
            killed(child);
            return fail("cluster-answer.too-long", {{"command", Value::ofText(program)}});
        }
    }
    answer.code = *code;
    return answer;
}

std::string shellWord(std::string_view word) {
    std::string quoted = "'";
    for (const char letter : word)
        if (letter == '\'')
            quoted += R"('\'')";
        else
            quoted += letter;
    return quoted + "'";
}

}  // namespace apportion::slurm
