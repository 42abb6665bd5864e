// SPDX-License-Identifier: GPL-3.0-or-later
// Back to a restore point: every change of the configuration since, turned round at once.
#include <algorithm>
#include <map>
#include <utility>

#include "core/change/refuse.h"
#include "core/change/renamed.h"
#include "core/change/temporary.h"
#include "core/change/undo_refusals.h"
#include "core/session/project/desk.h"
#include "core/session/project/turned_facts.h"

namespace apportion {
namespace {

// Of these the order counts: it breaks ties.
bool isOrdered(ObjectKind kind) {
    return kind == ObjectKind::nodes || kind == ObjectKind::quota || kind == ObjectKind::workspace;
}

// The facts of several entries turned round, one fact an object; two where it was taken away and
// added again since, so that it stands where it stood.
std::vector<Fact> netInverse(const std::vector<JournalEntry>& latestFirst) {
    struct Net {
        Fact fact;
        std::int64_t earlier = 0;  // place
    };
    std::vector<Net> net;
    std::map<std::pair<ObjectKind, std::string>, std::size_t> at;
    for (const JournalEntry& entry : latestFirst)
        for (auto fact = entry.facts.rbegin(); fact != entry.facts.rend(); ++fact) {
            const auto [found, fresh] = at.try_emplace({fact->kind, fact->key}, net.size());
            if (fresh)
                net.push_back({store::inverse(*fact), fact->place});
            net[found->second].fact.after = fact->before;
            net[found->second].earlier = fact->place;
        }
    std::vector<Fact> facts;
    for (auto& [fact, earlier] : net) {
        const bool moved = isOrdered(fact.kind) && fact.place != earlier && !fact.before.empty() &&
                           !fact.after.empty();
        if (moved) {
            facts.push_back({fact.kind, fact.key, fact.place, fact.before, {}});
            facts.push_back({fact.kind, fact.key, earlier, {}, std::move(fact.after)});
        } else if (fact.before != fact.after) {
            if (fact.before.empty())
                fact.place = earlier;
            facts.push_back(std::move(fact));
        }
    }
    return facts;
}

}  // namespace

Result<CommandAnswer> ProjectDesk::restore(const std::string& name, bool dryRun) {
    if (auto due = dryRun ? Result<void>() : doWhatIsDue(); !due)
        return tl::unexpected(std::move(due.error()));
    return write(
        [&](Problems& notes) -> Result<std::optional<JournalEntry>> {
            if (auto refusal = Roster(project_).refusal(who_, Right::administer))
                return refuse(std::move(*refusal));
            const auto& points = project_.restorePoints;
            const auto point = std::find_if(points.begin(), points.end(),
                                            [&](const auto& each) { return each.name == name; });
            if (point == points.end()) {
                std::vector<std::string_view> names;
                names.reserve(points.size());
                for (const RestorePoint& each : points)
                    names.push_back(each.name);
                return noSuch("restore point", name, names);
            }
            // The configuration alone, also where somebody's timer changed it; the points
            // themselves stay.
            auto all = file_->entriesBack(
                objects_.revision, static_cast<std::size_t>(objects_.revision - point->revision));
            if (!all)
                return tl::unexpected(std::move(all.error()));
            const auto names = earlierNames(*all);
            for (JournalEntry& each : *all) {
                auto& facts = each.facts;
                facts.erase(std::remove_if(facts.begin(), facts.end(),
                                           [](const Fact& fact) {
                                               return fact.kind >= ObjectKind::restorePoint;
                                           }),
                            facts.end());
            }
            JournalEntry entry;
            entry.at = now();
            entry.who = who_;
            entry.action = "restore";
            entry.subject = name;
            entry.facts = netInverse(*all);
            leaveOutEnded(entry.facts, objects_, now());
            Arguments arguments;
            arguments.set("mode", "drain");
            entry.arguments = arguments.json();
            for (Fact& fact : workUnderNames(project_, objects_, names, entry.facts))
                entry.facts.push_back(std::move(fact));
            if (entry.facts.empty())
                return std::nullopt;
            auto checked = checkFacts(entry.facts, all->back().at, false);
            if (!checked)
                return tl::unexpected(
                    inWordsOf(Turning::restore, entry, std::move(checked.error())));
            notes = std::move(*checked);
            if (!dryRun)
                for (const auto& [present, earlier] : names)
                    if (findQuota(project_, earlier) == nullptr &&
                        findQuota(next_->project, earlier) != nullptr)
                        file_->renameHistory(store::SubjectKind::quota, present, earlier);
            return entry;
        },
        dryRun);
}

}  // namespace apportion
