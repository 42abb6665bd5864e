// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/local/not_run.h"

#include <algorithm>

namespace apportion {

namespace {

Instant endOf(const WorkloadRow& row) {
    return row.status.end.value_or(row.submit);
}

bool hasNotRun(const WorkloadRow& row) {
    if (!row.status.reason)
        return false;
    const std::string& code = row.status.reason->message.code;
    if (code == "forbidden.declined")
        return false;  // a person did that
    return row.status.state == WorkloadState::rejected ||
           (row.status.state == WorkloadState::failed && code != "command-failed" &&
            code != "command-failed.exit" && code != "command-failed.signal");
}

}  // namespace

Message sentenceOf(const NotRun& told, const WorkRuns& runs) {
    const auto run = std::find_if(runs.runs.begin(), runs.runs.end(), [](const RunShown& each) {
        return each.state.sentence.code == "run-state.start";
    });
    if (told.why.code != "command-failed.start" || run == runs.runs.end())
        return told.why;
    Message named{"command-failed.start-of", run->state.sentence.arguments};
    named.arguments.push_back({"workload", Value::ofText(told.workload)});
    return named;
}

std::vector<NotRun> takeNotRun(const View& view, std::vector<GivenWork>& given) {
    std::vector<NotRun> told;
    const auto isOver = [&](const GivenWork& each) {
        if (each.file != view.document.file)
            return true;
        const auto row =
            std::find_if(view.ended.begin(), view.ended.end(), [&](const WorkloadRow& ended) {
                return ended.name == each.workload && endOf(ended) >= each.at;
            });
        if (row == view.ended.end())
            return false;
        if (hasNotRun(*row))
            told.push_back({each.workload, row->status.reason->message});
        return true;
    };
    given.erase(std::remove_if(given.begin(), given.end(), isOver), given.end());
    return told;
}

}  // namespace apportion
