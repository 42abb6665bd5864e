// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/gate_holder.h"

#include <array>
#include <cerrno>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/plan.h"
#include "core/cluster/slurm/texts.h"
#include "core/store/process_identity.h"

namespace apportion::slurm {

namespace {

// As sacctmgr keeps it: lower case, and nothing that it reads as its own.
std::string plainWord(std::string_view text) {
    std::string word;
    for (const char letter : text)
        if (letter >= 'A' && letter <= 'Z')
            word += static_cast<char>(letter - 'A' + 'a');
        else if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                 letter == '-' || letter == '.')
            word += letter;
    return word.empty() ? "-" : word;
}

std::string hostName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? plainWord(name.data()) : "-";
}

std::string markOf(const store::ProcessIdentity& process) {
    return std::string(kOurMark)
        .append(kDrivenBy)
        .append(hostName())
        .append(" ")
        .append(std::to_string(process.pid))
        .append(" ")
        .append(std::to_string(process.started))
        .append(" ")
        .append(plainWord(process.machine))
        .append(" ")
        .append(plainWord(process.boot))
        .append(" ")
        .append(plainWord(process.space));
}

struct Marked {
    std::string host;
    std::int64_t pid = 0;
    store::Life life = store::Life::unknown;
};

// Nothing = nobody's.
std::optional<Marked> markedBy(std::string_view mark) {
    const auto at = mark.find(kDrivenBy);
    if (at == std::string_view::npos)
        return {};
    const auto parts = split(mark.substr(at + kDrivenBy.size()), ' ');
    if (parts.size() != 6)
        return {};
    Marked marked{std::string(parts[0]), wholeNumber(parts[1]).value_or(0)};
    // What differs from this process is another machine, boot, or container.
    store::ProcessIdentity process = store::thisProcess();
    if (parts[3] == plainWord(process.machine) && parts[5] == plainWord(process.space)) {
        process.pid = marked.pid;
        process.started = wholeNumber(parts[2]).value_or(0);
        marked.life =
            parts[4] == plainWord(process.boot) ? store::lifeOf(process) : store::Life::dead;
    }
    return marked;
}

Result<std::string> readMark(const RunWords& run) {
    auto text = run({"sacctmgr", "-nP", "show", "qos", "where", "name=" + std::string(kRunQos),
                     "format=description"});
    if (text)
        while (text->ends_with('\n'))
            text->pop_back();
    return text;
}

Result<std::string> writeMark(const RunWords& run, const std::string& mark) {
    return run({"sacctmgr", "-i", "modify", "qos", "where", "name=" + std::string(kRunQos), "set",
                "Description=" + mark});
}

tl::unexpected<Problems> heldBy(const char* code, const Marked& marked) {
    return fail(code,
                {{"host", Value::ofText(marked.host)}, {"process", Value::ofCount(marked.pid)}});
}

}  // namespace

Result<GateHolder> GateHolder::take(RunWords run, const std::string& lockFile, bool takeOver) {
    store::Descriptor lock(open(lockFile.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock)
        return fail("cluster-drive-lock", {{"file", Value::ofText(lockFile)}});
    const auto before = readMark(run);
    if (!before)
        return tl::unexpected(before.error());
    const auto marked = markedBy(*before);
    if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK
                   ? heldBy("cluster-drive-held", marked.value_or(Marked{}))
                   : fail("cluster-drive-lock", {{"file", Value::ofText(lockFile)}});
    const std::string mark = markOf(store::thisProcess());
    if (marked && *before != mark && !takeOver) {
        if (marked->life == store::Life::alive)
            return heldBy("cluster-drive-held", *marked);
        if (marked->life == store::Life::unknown)
            return heldBy("cluster-drive-held.elsewhere", *marked);
    }
    // How it ends says little: what is there afterwards counts.
    const auto written = writeMark(run, mark);
    GateHolder holder(std::move(run), std::move(lock), mark);
    const auto after = readMark(holder.run_);
    if (!after)
        return tl::unexpected(after.error());
    if (*after != mark)
        return written ? heldBy("cluster-drive-held", markedBy(*after).value_or(Marked{}))
                       : tl::unexpected(written.error());
    return holder;
}

Result<void> GateHolder::check() const {
    const auto now = readMark(run_);
    if (!now || *now == mark_)
        return {};
    return heldBy("cluster-drive-lost", markedBy(*now).value_or(Marked{"-"}));
}

void GateHolder::release() const {
    if (const auto now = readMark(run_); now && *now == mark_)
        (void)writeMark(run_, std::string(kOurMark));
}

}  // namespace apportion::slurm
