// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace.h"

#include <limits>

namespace apportion {

namespace {

// The first `always` stand for what jobs do not tell.
template <typename Number>
void keepUsed(std::vector<std::string>& texts, std::size_t always, std::vector<TraceJob>& jobs,
              Number TraceJob::*number) {
    constexpr auto kNew = std::numeric_limits<std::uint32_t>::max();
    if (texts.size() <= always)
        return;
    std::vector<std::uint32_t> numbers(texts.size(), kNew);
    std::vector<std::string> kept;
    const auto keep = [&](std::size_t text) {
        numbers[text] = static_cast<std::uint32_t>(kept.size());
        kept.push_back(std::move(texts[text]));
    };
    for (std::size_t text = 0; text < always; ++text)
        keep(text);
    for (TraceJob& job : jobs) {
        if (numbers[job.*number] == kNew)
            keep(job.*number);
        job.*number = static_cast<Number>(numbers[job.*number]);
    }
    texts = std::move(kept);
}

}  // namespace

void keepUsedNames(Trace& trace) {
    keepUsed(trace.groups, 0, trace.jobs, &TraceJob::group);
    keepUsed(trace.users, 1, trace.jobs, &TraceJob::user);
    keepUsed(trace.gpuTypes, 1, trace.jobs, &TraceJob::gpuType);
}

}  // namespace apportion
