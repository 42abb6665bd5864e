// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/decision_subject.h"

#include <string_view>
#include <vector>

namespace apportion {

namespace {

constexpr std::size_t kMostNames = 3;

class Subject {
public:
    explicit Subject(const Engine& engine) : engine_(engine) {}

    void add(std::string_view what, const std::vector<WorkloadId>& work) {
        if (work.empty())
            return;
        std::string names;
        for (std::size_t i = 0; i < work.size() && i < kMostNames; ++i)
            names += (i > 0 ? ", " : "") + engine_.workload(work[i]).name;
        if (work.size() > kMostNames)
            names += " and " + std::to_string(work.size() - kMostNames) + " more";
        text_ += (text_.empty() ? "" : ", ") + std::to_string(work.size()) + " " +
                 std::string(what) + " (" + names + ")";
    }
    std::string text() && { return std::move(text_); }

private:
    const Engine& engine_;
    std::string text_;
};

}  // namespace

std::string subjectOf(const Decisions& made, const Engine& engine) {
    std::vector<WorkloadId> ended;
    ended.reserve(made.ended.size());
    for (const Ended& each : made.ended)
        ended.push_back(each.workload);
    std::vector<WorkloadId> taken;
    taken.reserve(made.taken.size());
    for (const Taken& each : made.taken)
        taken.push_back(each.victim);
    Subject subject(engine);
    subject.add("ended", ended);
    subject.add("taken", taken);
    subject.add("started", made.started);
    subject.add("rejected", made.rejected);
    return std::move(subject).text();
}

}  // namespace apportion
