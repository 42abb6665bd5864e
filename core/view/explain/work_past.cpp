// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/work_past.h"

#include <algorithm>
#include <map>

#include "core/store/project_values.h"

namespace apportion {

namespace {

// In the words of Run::endedBy.
std::string endText(WorkloadState state) {
    return state == WorkloadState::finished    ? "finish"
           : state == WorkloadState::cancelled ? "cancel"
                                               : std::string(stateText(state));
}

class Follow {
public:
    Follow(const std::string& name, std::optional<Moment> submitted)
        : name_(name), submitted_(submitted) {}

    void entry(const JournalEntry& entry) {
        for (const Fact& fact : entry.facts)
            if (fact.kind == ObjectKind::workload && fact.key == name_ && fact.before.empty())
                begin();
        // A run ends by the eviction that stands beside it.
        for (const Fact& fact : entry.facts)
            if (fact.kind == ObjectKind::eviction)
                eviction(fact);
        for (const Fact& fact : entry.facts) {
            if (fact.kind == ObjectKind::run && fact.key == name_ && !fact.after.empty())
                run(fact, entry.at);
            if (fact.kind == ObjectKind::ended && fact.key.starts_with(name_ + "@"))
                ended(fact);
        }
    }
    WorkPast take() { return submitted_ ? std::move(wanted_) : soFar(); }

private:
    WorkPast soFar() const {
        WorkPast past = past_;
        past.evictions.assign(evictions_.begin(), evictions_.end());
        std::stable_sort(past.evictions.begin(), past.evictions.end(),
                         [](const auto& a, const auto& b) { return a.second.at < b.second.at; });
        return past;
    }
    void begin() {
        past_ = {};
        evictions_.clear();
    }
    // The record of one with a grace period is completed when that ends.
    void eviction(const Fact& fact) {
        if (auto record = store::evictionFrom(fact.after); record && record->victim == name_)
            evictions_.insert_or_assign(fact.key, std::move(*record));
    }
    void run(const Fact& fact, Moment at) {
        const auto now = store::runFrom(fact.after);
        if (!now)
            return;
        const bool runs = now->state == WorkloadState::running && now->start;
        if (Run* open = last(); open && !(runs && open->start == *now->start))
            end(*open, runs ? *now->start : at, {}, now->end);
        if (!runs)
            return;
        if (last() == nullptr)
            past_.runs.push_back({*now->start, {}, {}, {}});
        past_.runs.back().placements = now->placements;
    }
    void ended(const Fact& fact) {
        auto work = store::endedFrom(fact.after);
        if (!work || work->spec.name != name_)
            return;
        if (Run* open = last())
            end(*open, work->run.end.value_or(open->start), endText(work->run.state));
        past_.ended = std::move(*work);
        if (past_.ended->run.submitted == submitted_)
            wanted_ = soFar();
    }
    Run* last() {
        return past_.runs.empty() || past_.runs.back().end ? nullptr : &past_.runs.back();
    }
    // By the last eviction since it started, where nothing else has ended it. `known`: when it
    // really did, which was written at `at`.
    void end(Run& run, Moment at, std::string by, std::optional<Moment> known = {}) {
        const Eviction* latest = nullptr;
        for (const auto& [key, each] : evictions_)
            if (run.start <= each.at && each.at <= at && (!latest || latest->at <= each.at))
                latest = &each;
        const Moment least = latest ? std::max(run.start, latest->at) : run.start;
        run.end = known && least <= *known && *known <= at ? *known : at;
        run.endedBy = by.empty() && latest ? std::string(ruleText(latest->rule)) : std::move(by);
    }

    const std::string& name_;
    std::optional<Moment> submitted_;
    WorkPast past_;
    WorkPast wanted_;                            // the one that was submitted then
    std::map<std::string, Eviction> evictions_;  // by key
};

}  // namespace

WorkPast pastOf(const std::vector<JournalEntry>& entries, const std::string& name,
                std::optional<Moment> submitted) {
    Follow follow(name, submitted);
    for (const JournalEntry& entry : entries)
        follow.entry(entry);
    return follow.take();
}

}  // namespace apportion
