// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/reclaims_owed.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "core/change/command_request.h"
#include "core/change/entry_inputs.h"
#include "core/change/refuse.h"
#include "core/change/renamed.h"
#include "core/change/undo_stack.h"
#include "core/io/scenario_parts.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

using Actions = std::vector<ProjectFile::Action>;

const ScaleEvent* reclaimIn(const EntryInputs& inputs) {
    for (const EventAction& event : inputs.events)
        if (const auto* scale = std::get_if<ScaleEvent>(&event);
            scale != nullptr && scale->mode == ScaleMode::reclaim)
            return scale;
    return nullptr;
}

Result<std::optional<JournalEntry>> entryAt(ProjectFile& file, Revision n) {
    auto entries = file.entriesFrom(n, 1);
    if (!entries)
        return tl::unexpected(std::move(entries.error()));
    return entries->empty() ? std::nullopt : std::optional(std::move(entries->front()));
}

// The last instant: an engine did what was asked for before it and due by then. Of what is due
// later an earlier one may say that it is settled.
struct Decided {
    Revision n = 0;
    Moment at = 0;
    std::set<Revision> settled = {};

    bool has(const JournalEntry& entry, const ScaleEvent& scale) const {
        return (entry.n < n && entry.at + scale.after <= at) || settled.contains(entry.n);
    }
};

void readSettled(const JournalEntry& instant, std::set<Revision>& settled) {
    std::istringstream list(Arguments::fromJson(instant.arguments).text(kSettled));
    for (Revision n = 0; list >> n;)
        settled.insert(n);
}

Result<Decided> lastDecided(ProjectFile& file, const Actions& actions) {
    const auto last = std::find_if(actions.rbegin(), actions.rend(),
                                   [](const auto& action) { return action.action == "instant"; });
    if (last == actions.rend())
        return Decided{};
    const auto entry = entryAt(file, last->n);
    if (!entry)
        return tl::unexpected(entry.error());
    return *entry ? Decided{last->n, (*entry)->at} : Decided{};
}

// What instants after an entry say of it.
Result<void> findSettled(ProjectFile& file, const Actions& actions, Revision n, Decided& decided) {
    for (const auto& action : actions) {
        if (action.n <= n || action.action != "instant")
            continue;
        const auto entry = entryAt(file, action.n);
        if (!entry)
            return tl::unexpected(entry.error());
        if (*entry)
            readSettled(**entry, decided.settled);
    }
    return {};
}

bool mayReclaim(const ProjectFile::Action& action) {
    return action.action == "scale" || action.action == "quota.set" || action.action == "redo" ||
           action.action == "apply" || action.action == "timetable.step";
}

// The first of them for which no engine was there when it was due.
Result<std::optional<Revision>> firstOwed(ProjectFile& file, const Actions& actions,
                                          Decided& decided) {
    bool looked = false;  // at the instants after the first that may be owed
    for (const auto& action : actions) {
        if (!mayReclaim(action))
            continue;
        const auto entry = entryAt(file, action.n);
        if (!entry)
            return tl::unexpected(entry.error());
        if (!*entry || (*entry)->arguments.find("reclaim") == std::string::npos)
            continue;
        const EntryInputs inputs = inputsOf(**entry);
        const ScaleEvent* scale = reclaimIn(inputs);
        if (scale == nullptr || decided.has(**entry, *scale))
            continue;
        if (!std::exchange(looked, true))
            if (auto found = findSettled(file, actions, action.n, decided); !found)
                return tl::unexpected(std::move(found.error()));
        if (!decided.has(**entry, *scale))
            return action.n;
    }
    return std::nullopt;
}

// What quotas were called, and what was set of them, going back from the present.
class Later {
public:
    // Present name of what was called so after the entries looked at; empty = it is gone.
    std::string present(const std::string& name) const {
        const auto found = names_.find(name);
        return found == names_.end() ? name : found->second;
    }
    bool sized(const std::string& present) const { return sized_.contains(present); }

    void goBack(const JournalEntry& entry) {
        std::map<std::string, std::string> earlier;
        std::set<std::string> gone;
        for (const Fact& fact : entry.facts) {
            if (fact.kind != ObjectKind::quota)
                continue;
            if (fact.before.empty() || fact.after.empty()) {
                gone.insert(fact.key);
                continue;
            }
            const auto before = parseQuota(fact.before);
            const auto after = parseQuota(fact.after);
            if (!before || !after || before->guaranteed.gpu != after->guaranteed.gpu)
                sized_.insert(present(fact.key));
        }
        for (const auto& [from, to] : renamedQuotas(entry))
            earlier[from] = present(to);
        for (const std::string& name : gone)
            names_[name] = "";
        for (const auto& [name, present] : earlier)
            names_[name] = present;
    }

private:
    std::map<std::string, std::string> names_;
    std::set<std::string> sized_;
};

void putBack(Project& project, const JournalEntry& entry, const Later& later,
             const std::set<std::string>& asked) {
    for (const Fact& fact : entry.facts) {
        const std::string name = later.present(fact.key);
        if (fact.kind != ObjectKind::quota || fact.before.empty() || !asked.contains(name))
            continue;
        const auto was = parseQuota(fact.before);
        auto quota = quotaOf(project, name);
        if (was && quota)
            (*quota)->guaranteed.gpu = was->guaranteed.gpu;
    }
}

// What is still asked for. Where the delay ended without an engine, whoever has set a size since
// has taken it back; before its end nothing is judged yet (rule 21).
std::optional<ScaleEvent> stillAsked(const JournalEntry& entry, const Later& later,
                                     const Project& project, const Decided& decided, Moment now) {
    const EntryInputs inputs = inputsOf(entry);
    const ScaleEvent* scale = reclaimIn(inputs);
    if (scale == nullptr || decided.has(entry, *scale))
        return {};
    const Duration left = entry.at + scale->after - now;
    ScaleEvent asked = *scale;
    asked.after = std::max<Duration>(left, 0);
    asked.targets.clear();
    for (const auto& [name, size] : scale->targets)
        if (const std::string present = later.present(name);
            findQuota(project, present) != nullptr && (left > 0 || !later.sized(present)))
            asked.targets.emplace_back(present, size);
    return asked.targets.empty() ? std::nullopt : std::optional(std::move(asked));
}

// To the sizes that there are, where others were set since.
ScaleEvent toPresent(const std::vector<ScaleEvent>& scales, const Project& project) {
    std::map<std::string, Gpu> sizes;
    for (const ScaleEvent& scale : scales)
        for (const auto& [name, size] : scale.targets)
            sizes[name] = size.gpu.value_or(0);
    ScaleEvent last;
    last.mode = ScaleMode::drain;
    for (const auto& [name, size] : sizes)
        if (const Gpu present = findQuota(project, name)->guaranteed.gpu; present != size)
            last.targets.push_back({name, Limit{present, {}, {}}});
    return last;
}

// Limits and nodes may have changed since: then the sizes of before are none to begin with.
bool leadsToPresent(const ReclaimsOwed& owed, const Project& project, Moment now) {
    Engine engine = engineOf(owed.beginsWith(project), now);
    engine.keepRunnerUp(false);
    std::vector<Input> inputs;
    for (const ScaleEvent& scale : owed.scales)
        inputs.emplace_back(EventAction(scale));
    const Decisions made = engine.step(0, inputs);
    return std::none_of(made.events.begin(), made.events.end(),
                        [](const auto& refusal) { return refusal.has_value(); }) &&
           std::all_of(project.pool.quotas.begin(), project.pool.quotas.end(),
                       [&](const Quota& quota) {
                           const auto id = engine.findQuota(quota.name);
                           return id && engine.quota(*id).guaranteed == quota.guaranteed;
                       });
}

}  // namespace

std::string settledText(const std::vector<Revision>& entries) {
    std::string text;
    for (const Revision n : entries)
        text += (text.empty() ? "" : " ") + std::to_string(n);
    return text;
}

Result<ReclaimsOwed> reclaimsOwed(ProjectFile& file, const Project& project, Moment now,
                                  Revision since) {
    ReclaimsOwed owed;
    owed.since = project.revision + 1;
    const auto actions = file.actions(since);
    if (!actions)
        return tl::unexpected(actions.error());
    auto decided = lastDecided(file, *actions);
    if (!decided)
        return tl::unexpected(decided.error());
    const auto first = firstOwed(file, *actions, *decided);
    if (!first)
        return tl::unexpected(first.error());
    if (!*first)
        return owed;
    owed.since = **first;
    Later later;
    for (auto action = actions->rbegin(); action != actions->rend() && action->n >= owed.since;
         ++action) {
        if (!configures(action->action))
            continue;
        const auto entry = entryAt(file, action->n);
        if (!entry)
            return tl::unexpected(entry.error());
        if (!*entry)
            continue;
        if (auto asked = stillAsked(**entry, later, project, *decided, now)) {
            std::set<std::string> names;
            for (const auto& [name, size] : asked->targets)
                names.insert(name);
            if (!owed.before)
                owed.before = project;
            putBack(*owed.before, **entry, later, names);
            owed.scales.push_back(std::move(*asked));
            owed.entries.push_back(action->n);
        }
        later.goBack(**entry);
    }
    std::reverse(owed.scales.begin(), owed.scales.end());
    std::reverse(owed.entries.begin(), owed.entries.end());
    if (ScaleEvent last = toPresent(owed.scales, project); !last.targets.empty())
        owed.scales.push_back(std::move(last));
    if (!owed.scales.empty() && !leadsToPresent(owed, project, now)) {
        owed.before.reset();
        owed.scales.clear();
        owed.entries.clear();
    }
    return owed;
}

Result<std::vector<PendingReclaim>> reclaimsAhead(ProjectFile& file, const Project& project,
                                                  Moment now) {
    constexpr Revision kMostEntries = 1000;  // for a page that is often made anew
    const auto owed = reclaimsOwed(file, project, now,
                                   std::max<Revision>(1, project.revision - kMostEntries + 1));
    if (!owed)
        return tl::unexpected(owed.error());
    if (owed->scales.empty())
        return std::vector<PendingReclaim>{};
    Engine engine = engineOf(owed->beginsWith(project), now);
    engine.keepRunnerUp(false);
    std::vector<Input> inputs;
    for (ScaleEvent scale : owed->scales) {
        scale.after = std::max<Duration>(scale.after, 1);  // what is overdue is not taken here
        inputs.emplace_back(EventAction(std::move(scale)));
    }
    engine.step(0, inputs);
    std::vector<PendingReclaim> ahead = engine.pendingReclaims();
    for (PendingReclaim& each : ahead)
        if (each.at == 1)
            each.at = 0;
    return ahead;
}

}  // namespace apportion
