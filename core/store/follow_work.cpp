// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <unordered_map>

#include "core/store/project_values.h"
#include "core/store/work_json.h"

namespace apportion::store {

namespace {

bool isAboutWork(const JournalEntry& entry) {
    return std::all_of(entry.facts.begin(), entry.facts.end(), [](const Fact& fact) {
        return fact.kind == ObjectKind::workload || fact.kind == ObjectKind::run ||
               fact.kind == ObjectKind::eviction || fact.kind == ObjectKind::ended;
    });
}

class Follower {
public:
    explicit Follower(const std::vector<ProjectWorkload>& work) {
        for (std::size_t i = 0; i < work.size(); ++i)
            places_.emplace(work[i].spec.name, i);
    }

    bool take(std::vector<ProjectWorkload>& work, const Fact& fact) {
        const auto found = places_.find(fact.key);
        if (fact.kind == ObjectKind::workload && fact.before.empty()) {
            auto added = workloadFrom(fact.after);
            if (!added || found != places_.end())
                return false;
            places_.emplace(fact.key, work.size());
            work.push_back(std::move(*added));
            return true;
        }
        if (fact.kind == ObjectKind::run && fact.after.empty())
            return true;  // its workload goes too
        if (found == places_.end())
            return false;
        if (fact.kind == ObjectKind::run) {
            work[found->second].run = runFrom(Json::parse(fact.after));
            return true;
        }
        if (fact.after.empty()) {
            gone_.push_back(found->second);
            places_.erase(found);
            return true;
        }
        auto changed = workloadFrom(fact.after);
        if (!changed)
            return false;
        work[found->second].spec = std::move(changed->spec);
        work[found->second].command = std::move(changed->command);
        return true;
    }

    void removeGone(std::vector<ProjectWorkload>& work) {
        std::sort(gone_.rbegin(), gone_.rend());
        for (const std::size_t place : gone_)
            work.erase(work.begin() + static_cast<std::ptrdiff_t>(place));
    }

private:
    std::unordered_map<std::string, std::size_t> places_;
    std::vector<std::size_t> gone_;
};

}  // namespace

bool followWork(Project& project, const JournalEntry& entry) {
    if (!isAboutWork(entry))
        return false;
    try {
        std::vector<ProjectWorkload> work = project.work;
        Follower follower(work);
        for (const Fact& fact : entry.facts)
            if ((fact.kind == ObjectKind::workload || fact.kind == ObjectKind::run) &&
                !follower.take(work, fact))
                return false;
        follower.removeGone(work);
        project.work = std::move(work);
        project.revision = entry.n;
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace apportion::store
