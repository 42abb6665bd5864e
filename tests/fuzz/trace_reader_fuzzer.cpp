// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a trace: the first chooses the format, the rest is the file. The reader refuses it
// in complete messages with their places, or what it took is within the bounds of the model, comes
// back the same by the generic table, and becomes a scenario that the checks let pass.
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/io/traces/read_trace.h"
#include "core/io/traces/write_trace.h"
#include "core/model/validate.h"
#include "core/sim/replay/derive.h"

namespace apportion {
namespace {

void fail(const std::string& what, const std::string& detail) {
    std::fprintf(stderr, "%s:\n%s\n", what.c_str(), detail.c_str());
    std::abort();
}

// A file in memory, for the readers take names.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view text) : file_(memfd_create("trace", 0)) {
        if (file_ < 0 ||
            write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            std::abort();
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { close(file_); }
    std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

private:
    int file_;
};

void checkProblems(const Problems& problems) {
    if (problems.empty())
        fail("refused without a problem", "");
    for (const Problem& problem : problems)
        if (!isComplete(problem.message) || problem.file.empty() || render(problem.message).empty())
            fail("a problem without words or place", problem.message.code);
}

// Every job that was read, by the table that is ours, is the same job.
void readAgain(const Trace& trace) {
    std::ostringstream out;
    writeGeneric(out, trace, CsvCells::safe);
    const MemoryFile file(out.str());
    const auto again = readTrace(file.path(), "csv");
    if (!again)
        fail(render(again.error().front().message), out.str());
    if (again->jobs.size() != trace.jobs.size())
        fail("another number of jobs comes back", out.str());
    for (std::size_t i = 0; i < trace.jobs.size(); ++i) {
        const TraceJob &a = trace.jobs[i], &b = again->jobs[i];
        if (a.submit != b.submit || a.duration != b.duration || a.gpu != b.gpu || a.cpu != b.cpu ||
            a.memory != b.memory || a.module != b.module || a.priority != b.priority ||
            a.idle != b.idle || a.preemptible != b.preemptible ||
            trace.nameOf(a) != again->nameOf(b) || trace.users[a.user] != again->users[b.user])
            fail("another job comes back", out.str());
    }
}

void derive(Trace trace) {
    ReplayOptions options;
    options.pool = {4, 8};
    options.quotas = ReplayQuotas::groups;
    const auto replay = deriveReplay(std::move(trace), options);
    if (!replay)
        return;
    for (const Problem& problem : validate(replay->scenario))
        if (!problem.warning)
            fail("an invalid scenario", problem.pointer + " " + render(problem.message));
}

}  // namespace
}  // namespace apportion

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace apportion;
    if (size == 0)
        return 0;
    const std::vector<std::string> formats = traceFormats();
    const MemoryFile file({reinterpret_cast<const char*>(data) + 1, size - 1});
    const auto trace = readTrace(file.path(), formats[data[0] % formats.size()]);
    if (!trace) {
        checkProblems(trace.error());
        return 0;
    }
    if (!trace->jobs.empty())
        readAgain(*trace);
    derive(*trace);
    return 0;
}
