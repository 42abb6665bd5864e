// SPDX-License-Identifier: GPL-3.0-or-later
// What the formats of other programs have a place for.
#include <algorithm>
#include <array>

#include "core/io/traces/field_values.h"
#include "core/io/traces/slurm_values.h"
#include "core/io/traces/write_trace.h"

namespace apportion {

namespace {

enum class Names { kept, numbered, lost };

constexpr std::string_view kRowName = "job-";  // before its number

struct Format {
    std::string_view name;
    Names names, users;
    bool cpu, memory, types;
    bool wholeRuns;  // run times in whole seconds
    bool dates;      // moments are dates, and not seconds from the first one
};
constexpr std::array kFormats{
    Format{"swf", Names::numbered, Names::numbered, false, false, false, true, false},
    Format{"philly", Names::lost, Names::lost, false, false, false, false, true},
    Format{"helios", Names::kept, Names::kept, true, false, false, true, true},
    Format{"sacct", Names::kept, Names::kept, true, true, true, true, true}};

// Nothing for our own.
const Format* formatOf(std::string_view name) {
    const auto* const format = std::find_if(kFormats.begin(), kFormats.end(),
                                            [&](const Format& each) { return each.name == name; });
    return format == kFormats.end() ? nullptr : format;
}

bool isOfUsualClass(const TraceJob& job) {
    const bool preemptible = job.preemptible == TraceJob::Preemptible::byModule
                                 ? job.module == Module::training
                                 : job.preemptible == TraceJob::Preemptible::yes;
    return job.module == Module::training && job.priority == TraceJob().priority && preemptible &&
           !job.idle;
}

// A reader of a table takes the blanks around a value away.
bool isCut(std::string_view text) {
    constexpr std::string_view kBlanks = " \t";
    return !text.empty() && (kBlanks.find(text.front()) != std::string_view::npos ||
                             kBlanks.find(text.back()) != std::string_view::npos);
}

// Whether a text would be read as another: cut, as none, or a name as that of a job's step.
bool isRefused(std::string_view text, const Format& format) {
    if (format.name == "swf")
        return false;
    return isMissing(text) || isCut(text) ||
           (format.name == "sacct" && text.find('|') != std::string_view::npos);
}

bool hasRefusedText(const Trace& trace, const TraceJob& job, const Format& format) {
    const bool sacct = format.name == "sacct";
    const std::string_view name = trace.nameOf(job);
    if (format.names == Names::kept && !name.empty() &&
        (isRefused(name, format) || (sacct && name.find('.') != std::string_view::npos)))
        return true;
    if (format.users == Names::kept && job.user != 0 && isRefused(trace.users[job.user], format))
        return true;
    if (const std::string_view group = writtenGroup(trace, job);
        !group.empty() && isRefused(group, format))
        return true;
    return sacct && !isResourceName(trace.gpuTypes[job.gpuType]);
}

// The same of our own table, which reads every name as it stands there.
bool hasTextReadOtherwise(const Trace& trace, const TraceJob& job) {
    const auto isNone = [](std::string_view text) { return isMissing(text) || isCut(text); };
    const std::string_view group = writtenGroup(trace, job);
    return isCut(trace.nameOf(job)) || (!group.empty() && isNone(group)) ||
           (job.user != 0 && isNone(trace.users[job.user])) ||
           (job.gpuType != 0 && isNone(trace.gpuTypes[job.gpuType]));
}

}  // namespace

Gpu gpusOf(const TraceJob& job) {
    return job.gpu * std::max<std::int64_t>(1, job.replicas);
}

std::string writtenName(const Trace& trace, const TraceJob& job) {
    return job.nameLength > 0 ? std::string(trace.nameOf(job))
                              : std::string(kRowName) + std::to_string(job.row);
}

std::string_view writtenGroup(const Trace& trace, const TraceJob& job) {
    if (trace.groups.empty() || trace.groups[job.group] == trace.noGroup)
        return {};
    return trace.groups[job.group];
}

bool isNamedByPlace(const Trace& trace, const TraceJob& job) {
    const auto place = static_cast<std::uint32_t>(&job - trace.jobs.data()) + 1;
    if (job.nameLength == 0)
        return job.row == place;
    return trace.nameOf(job) == std::string(kRowName) + std::to_string(place);
}

NumberedNames numberedNames(const Trace& trace) {
    const auto all = [&](auto&& is) {
        return std::all_of(trace.jobs.begin(), trace.jobs.end(), is);
    };
    using Job = const TraceJob&;
    if (all([](Job job) { return job.nameLength == 0; }))
        return NumberedNames::byRow;
    if (all([&](Job job) { return isPlainNumber(trace.nameOf(job)); }))
        return NumberedNames::numbers;
    const auto isRow = [&](Job job) {
        const std::string_view name = trace.nameOf(job);
        return name.starts_with(kRowName) && isPlainNumber(name.substr(kRowName.size()));
    };
    return all(isRow) ? NumberedNames::rows : NumberedNames::others;
}

bool areNumbers(std::span<const std::string> users) {
    return std::all_of(users.begin() + 1, users.end(), isPlainNumber);
}

Problems obstaclesTo(const Trace& trace, std::string_view to) {
    Problems problems;
    const Format* format = formatOf(to);
    const auto refuse = [&](std::string code, auto&& applies) {
        const auto first = std::find_if(trace.jobs.begin(), trace.jobs.end(), applies);
        if (first == trace.jobs.end())
            return;
        Problem problem;
        problem.message = {
            std::move(code),
            {{"format", Value::ofText(std::string(to))},
             {"count", Value::ofCount(std::count_if(first, trace.jobs.end(), applies))},
             {"name", Value::ofText(writtenName(trace, *first))}}};
        problems.push_back(std::move(problem));
    };
    if (to == "swf" && trace.jobs.empty()) {
        Problem problem;
        problem.message = {"written-no-job", {{"format", Value::ofText(std::string(to))}}};
        problems.push_back(std::move(problem));
    }
    using Job = const TraceJob&;
    if (format == nullptr) {
        refuse("written-text.own", [&](Job job) { return hasTextReadOtherwise(trace, job); });
        return problems;
    }
    refuse("written-share", [](Job job) { return gpusOf(job) % kOneGpu != 0; });
    refuse("written-no-end", [](Job job) { return job.duration == kNoDuration; });
    refuse("written-replicas", [](Job job) { return job.replicas > 1; });
    if (!format->types)
        refuse("written-gpu-type", [](Job job) { return job.gpuType != 0; });
    refuse("written-class", [](Job job) { return !isOfUsualClass(job); });
    const Instant zero = format->dates || trace.jobs.empty() ? 0 : trace.jobs.front().submit;
    refuse("written-part-of-second",
           [zero](Job job) { return (job.submit - zero) % kSecond != 0; });
    if (to == "swf")
        refuse("swf-group-name", [&trace](Job job) {
            return writtenGroup(trace, job).find_first_of(" \t") != std::string_view::npos;
        });
    refuse("written-text", [&](Job job) { return hasRefusedText(trace, job, *format); });
    return problems;
}

std::vector<Message> lossesIn(const Trace& trace, std::string_view to) {
    std::vector<Message> losses;
    const auto tell = [&](const char* code, auto&& applies) {
        if (const auto count = std::count_if(trace.jobs.begin(), trace.jobs.end(), applies);
            count > 0)
            losses.push_back({code, {{"count", Value::ofCount(count)}}});
    };
    using Job = const TraceJob&;
    tell("written-loses-waits", [](Job job) { return job.waited(); });
    const Format* format = formatOf(to);
    if (format == nullptr)
        return losses;
    if (format->names == Names::lost)
        tell("written-loses-names", [&](Job job) { return !isNamedByPlace(trace, job); });
    if (format->names == Names::numbered) {
        const NumberedNames names = numberedNames(trace);
        if (names == NumberedNames::rows)
            tell("written-numbers-names", [](Job) { return true; });
        if (names == NumberedNames::others)
            tell("written-loses-names.numbered", [](Job) { return true; });
    }
    if (format->users == Names::lost ||
        (format->users == Names::numbered && !areNumbers(trace.users)))
        tell(format->users == Names::lost ? "written-loses-users" : "written-loses-users.numbered",
             [](Job job) { return job.user != 0; });
    if (!format->cpu)
        tell("written-loses-cpu", [](Job job) { return job.cpu != 0 || job.memory != 0; });
    else if (!format->memory)
        tell("written-loses-memory", [](Job job) { return job.memory != 0; });
    tell("written-loses-replicas", [](Job job) { return job.replicas == 1 && job.gpu > kOneGpu; });
    if (format->wholeRuns)
        tell("written-cuts-durations", [](Job job) { return job.duration % kSecond != 0; });
    if (format->dates && !trace.dates)
        losses.push_back({"written-dates", {}});
    if (to == "helios" || to == "sacct")
        losses.push_back({"written-supposed", {}});
    return losses;
}

}  // namespace apportion
