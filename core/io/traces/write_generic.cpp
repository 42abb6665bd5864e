// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>

#include "core/io/traces/write_trace.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion {

namespace {

CsvCell submitCell(const Trace& trace, const TraceJob& job) {
    if (!trace.dates)
        return CsvCell::ofNumber(decimalText(job.submit, 3));
    std::string text = dateText(job.submit);
    text[10] = ' ';
    text.pop_back();
    if (const Duration part = job.submit % kSecond; part != 0)
        text += decimalText(part, 3).substr(1);
    return text;
}

struct Field {
    const char* name;
    std::function<CsvCell(const TraceJob&)> text;
    // Whether it says something of this job; a column of which none does is left out.
    std::function<bool(const TraceJob&)> speaks;
    bool needed = false;  // also where there is no job
};

std::vector<Field> fieldsOf(const Trace& trace) {
    using Job = const TraceJob&;
    const auto always = [](Job) { return true; };
    return {
        // Also that of a row where rows before it were left out: names decide ties.
        {"name", [&trace](Job job) { return writtenName(trace, job); },
         [&trace](Job job) { return job.nameLength > 0 || !isNamedByPlace(trace, job); }},
        {"submit", [&trace](Job job) { return submitCell(trace, job); }, always, true},
        {"duration",
         [](Job job) { return job.duration == kNoDuration ? "" : decimalText(job.duration, 3); },
         always, true},
        {"gpus", [](Job job) { return gpuText(job.gpu); }, always, true},
        {"replicas", [](Job job) { return job.replicas == 0 ? "" : std::to_string(job.replicas); },
         [](Job job) { return job.replicas != 0; }},
        {"cpu", [](Job job) { return cpuText(job.cpu); }, [](Job job) { return job.cpu != 0; }},
        {"memory", [](Job job) { return memoryText(job.memory); },
         [](Job job) { return job.memory != 0; }},
        {"group", [&trace](Job job) { return std::string(writtenGroup(trace, job)); },
         [&trace](Job) { return !trace.groups.empty(); }},
        {"user", [&trace](Job job) { return trace.users[job.user]; },
         [](Job job) { return job.user != 0; }},
        {"gputype", [&trace](Job job) { return trace.gpuTypes[job.gpuType]; },
         [](Job job) { return job.gpuType != 0; }},
        {"module", [](Job job) { return std::string(word(job.module)); },
         [](Job job) { return job.module != Module::training; }},
        {"priority", [](Job job) { return std::to_string(job.priority); },
         [](Job job) { return job.priority != TraceJob().priority; }},
        {"preemptible",
         [](Job job) {
             using P = TraceJob::Preemptible;
             return std::string(job.preemptible == P::byModule ? ""
                                : job.preemptible == P::yes    ? "yes"
                                                               : "no");
         },
         [](Job job) { return job.preemptible != TraceJob::Preemptible::byModule; }},
        {"idle", [](Job job) { return std::string(job.idle ? "yes" : ""); },
         [](Job job) { return job.idle; }},
    };
}

}  // namespace

void writeGeneric(std::ostream& out, const Trace& trace, CsvCells cells) {
    std::vector<Field> fields;
    for (Field& field : fieldsOf(trace))
        if (field.needed || std::any_of(trace.jobs.begin(), trace.jobs.end(), field.speaks))
            fields.push_back(std::move(field));
    for (std::size_t i = 0; i < fields.size(); ++i)
        out << (i > 0 ? "," : "") << fields[i].name;
    out << '\n';
    std::string row;
    for (const TraceJob& job : trace.jobs) {
        row.clear();
        for (const Field& field : fields) {
            appendField(row, field.text(job), cells);
            row += ',';
        }
        row.back() = '\n';
        out << row;
    }
}

}  // namespace apportion
