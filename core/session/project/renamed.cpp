// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/renamed.h"

#include <algorithm>

#include "core/store/project_values.h"

namespace apportion {

std::vector<std::pair<std::string, std::string>> renamedQuotas(const JournalEntry& entry) {
    std::vector<std::pair<std::string, std::string>> renamed;
    if (entry.action != "quota.rename" && !entry.undoes)
        return renamed;
    const Fact* gone = nullptr;
    const Fact* come = nullptr;
    for (const Fact& fact : entry.facts) {
        if (fact.kind != ObjectKind::quota)
            continue;
        if (fact.after.empty())
            gone = &fact;
        else if (fact.before.empty())
            come = &fact;
    }
    if (gone != nullptr && come != nullptr)
        renamed.emplace_back(gone->key, come->key);
    return renamed;
}

std::map<std::string, std::string> earlierNames(const std::vector<JournalEntry>& latestFirst) {
    std::map<std::string, std::string> names;
    for (const JournalEntry& entry : latestFirst)
        for (const auto& [from, to] : renamedQuotas(entry)) {
            bool found = false;
            for (auto& [present, earlier] : names)
                if (earlier == to) {
                    earlier = from;
                    found = true;
                }
            if (!found)
                names.try_emplace(to, from);
        }
    return names;
}

std::vector<Fact> workUnderNames(const Project& project, const store::Objects& objects,
                                 const std::map<std::string, std::string>& names,
                                 const std::vector<Fact>& facts) {
    std::vector<Fact> more;
    for (const ProjectWorkload& each : project.work) {
        const auto name = names.find(each.spec.quota);
        const store::Object* object = objects.find(ObjectKind::workload, each.spec.name);
        if (name == names.end() || object == nullptr)
            continue;
        const bool told = std::any_of(facts.begin(), facts.end(), [&](const Fact& fact) {
            return fact.kind == ObjectKind::workload && fact.key == each.spec.name;
        });
        if (told)
            continue;
        Workload spec = each.spec;
        spec.quota = name->second;
        more.push_back({ObjectKind::workload, spec.name, object->place, object->body,
                        store::bodyOf(spec, each.command)});
    }
    return more;
}

}  // namespace apportion
