// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/renamed.h"

#include <array>
#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/change/temporary.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

// Of another quota that came where one went nothing follows for its work.
bool sameButName(const std::string& one, const std::string& other) {
    auto bodies = std::array{nlohmann::json::parse(one, nullptr, false),
                             nlohmann::json::parse(other, nullptr, false)};
    for (nlohmann::json& body : bodies) {
        if (!body.is_object())
            return false;
        body.erase("name");
        body.erase("team");
    }
    return bodies[0] == bodies[1];
}

}  // namespace

void renameQuota(Project& project, const std::string& from, const std::string& to) {
    const auto follow = [&](std::string& reference) {
        if (reference == from)
            reference = to;
    };
    for (Quota& each : project.pool.quotas) {
        follow(each.name);
        follow(each.parent);
    }
    for (Workspace& each : project.pool.workspaces)
        for (std::string& reference : each.quotas)
            follow(reference);
    for (ProjectUser& each : project.users)
        for (Grant& grant : each.grants)
            follow(grant.quota);
    renameInTimedChanges(project, from, to);
}

std::vector<std::pair<std::string, std::string>> renamedQuotas(const JournalEntry& entry) {
    std::vector<std::pair<std::string, std::string>> renamed;
    if (entry.action != "quota.rename" && !entry.undoes)
        return renamed;
    std::map<std::int64_t, const Fact*> gone;  // by place
    for (const Fact& fact : entry.facts)
        if (fact.kind == ObjectKind::quota && fact.after.empty())
            gone.emplace(fact.place, &fact);
    for (const Fact& fact : entry.facts) {
        if (fact.kind != ObjectKind::quota || !fact.before.empty())
            continue;
        const auto before = gone.find(fact.place);
        if (before != gone.end() &&
            (entry.action == "quota.rename" || sameButName(before->second->before, fact.after)))
            renamed.emplace_back(before->second->key, fact.key);
    }
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

void QuotaNames::follow(ProjectFile& file, std::span<const ProjectFile::Action> actions) {
    constexpr FactFilter kOfQuotas{.kind = ObjectKind::quota};
    constexpr std::array<std::string_view, 5> kNaming{"quota.rename", "quota.delete", "restore",
                                                      "undo", "redo"};
    for (const ProjectFile::Action& action : actions) {
        followed_ = action.n;
        if (std::find(kNaming.begin(), kNaming.end(), action.action) == kNaming.end())
            continue;
        const auto entry = file.entriesFrom(action.n, 1, kOfQuotas);
        if (entry && !entry->empty())
            note(entry->front());
    }
}

void QuotaNames::note(const JournalEntry& entry) {
    const auto renamed = renamedQuotas(entry);
    std::set<std::string_view> told;
    for (const auto& [from, to] : renamed) {
        told.insert({from, to});
        changes_.push_back({entry.at, from, to});
    }
    for (const Fact& fact : entry.facts) {
        if (fact.kind != ObjectKind::quota || told.contains(fact.key))
            continue;
        if (fact.after.empty())
            changes_.push_back({entry.at, fact.key, {}});
        else if (fact.before.empty() && entry.undoes)
            changes_.push_back({entry.at, {}, fact.key});
    }
}

std::string QuotaNames::nameNow(std::string name, Moment at) const {
    bool there = true;
    for (const Change& each : changes_) {
        if (each.at < at)
            continue;
        if (there && each.from == name) {
            there = !each.to.empty();
            name = there ? each.to : name;
        } else if (!there && each.from.empty() && each.to == name) {
            there = true;
        }
    }
    return name;
}

void QuotaNames::nameNow(ProjectWorkload& work) const {
    work.spec.quota =
        nameNow(std::move(work.spec.quota), work.run.end.value_or(work.run.submitted));
}

std::vector<Fact> workUnderNames(const Project& project, const store::Objects& objects,
                                 const std::map<std::string, std::string>& names,
                                 const std::vector<Fact>& facts) {
    std::vector<Fact> more;
    if (names.empty())
        return more;
    std::set<std::string_view> told;
    for (const Fact& fact : facts)
        if (fact.kind == ObjectKind::workload)
            told.insert(fact.key);
    for (const ProjectWorkload& each : project.work) {
        const auto name = names.find(each.spec.quota);
        const store::Object* object = objects.find(ObjectKind::workload, each.spec.name);
        if (name == names.end() || object == nullptr || told.contains(each.spec.name))
            continue;
        Workload spec = each.spec;
        spec.quota = name->second;
        more.push_back({ObjectKind::workload, spec.name, object->place, object->body,
                        store::bodyOf(spec, each.command)});
    }
    return more;
}

}  // namespace apportion
