// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/project_text.h"

#include <charconv>
#include <cstdlib>
#include <iostream>

#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/change/forms.h"
#include "core/model/date_text.h"
#include "core/model/visible_text.h"
#include "core/session/commands/project_answers.h"
#include "core/view/history/entry_changes.h"

namespace apportion::ctl {

namespace {

std::string valueText(EntryChange::Unit unit, const std::string& value) {
    if (value.empty())
        return "-";
    if (unit == EntryChange::Unit::flag)
        return value == "true" ? "yes" : "no";
    if (unit == EntryChange::Unit::seconds)
        return value + " s";
    Instant time = 0;
    const char* const end = value.data() + value.size();
    const bool isTime = std::from_chars(value.data(), end, time).ptr == end;
    if (isTime && unit == EntryChange::Unit::moment)
        return momentText(time);
    if (isTime && unit == EntryChange::Unit::duration)
        return durationWords(time);
    return visibleText(value);
}

}  // namespace

void printChanges(const JournalEntry& entry) {
    constexpr std::size_t kMost = 200;
    const EntryChanges all = changesOf(entry, kMost);
    TextTable table({{"what", Align::left},
                     {"name", Align::left},
                     {"value", Align::left},
                     {"before", Align::left},
                     {"after", Align::left}});
    for (const EntryChange& each : all.changes)
        table.row({std::string(word(each.kind)), visibleText(each.name), each.key,
                   valueText(each.unit, each.before), valueText(each.unit, each.after)});
    answer("-", Form::text, [&](std::ostream& out) {
        out << heading("Changes") << table.text();
        if (all.more > 0)
            out << "  and " << plural(static_cast<std::int64_t>(all.more), "other", "others")
                << "\n";
    });
}

namespace {

// "left 16 → 12, policy of right"
std::string returnText(const TemporaryChange& change) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    for (const auto& size : change.sizes)
        add(size.quota + " " + gpuText(size.during) + " → " + gpuText(size.before));
    for (const auto& policy : change.policies)
        add("policy of " + policy.quota);
    return text;
}

void printNames(std::ostream& out, const std::string& title,
                const std::vector<std::string>& names) {
    if (!names.empty())
        out << heading(title);
    for (const std::string& name : names)
        out << "  " << visibleText(name) << "\n";
}

void printWork(std::ostream& out, const Effect& effect) {
    const Effect::Submitted* submitted =
        effect.submitted.empty() ? nullptr : &effect.submitted.front();
    if (submitted && submitted->reason) {
        const bool waits = submitted->fate == Effect::Submitted::Fate::waits;
        out << heading(waits ? "Would wait" : "Would be rejected");
        if (submitted->position)
            out << "  number " << *submitted->position << " of the queue\n";
        out << wrapped(told(submitted->reason->message), 2);
    }
    if (!effect.touchesOthers() && effect.rejected.empty()) {
        out << heading("Work") << "  No workload is evicted or starts.\n";
        return;
    }
    const std::string once = effect.resting ? " once the pool is live" : "";
    out << heading("Would be evicted" + once) << (effect.evicted.empty() ? "  nothing\n" : "");
    for (const Effect::Hit& hit : effect.evicted)
        out << wrapped(told(hit.why), 2);
    for (const NeverAgain& each : effect.neverAgain)
        if (each.work == NeverAgain::Work::evicted)
            out << wrapped(told(each.why), 2);
    if (effect.lost() > 0)
        out << "  " << gpuTimeWords(effect.lost()) << " are lost\n";
    printNames(out, "Would move to other nodes" + once, namesIn(effect.moved));
    printNames(out, "Would be rejected" + once, effect.rejected);
    const std::vector<std::string> now = startedNow(effect);
    if (now.empty())
        out << heading("Would start" + (effect.resting ? once : " immediately")) << "  nothing\n";
    printNames(out, "Would start" + (effect.resting ? once : " immediately"), now);
    printNames(out,
               "Would start after evicted workloads stop, within " +
                   formatValue(Value::ofSeconds(effect.grace)) + once,
               effect.booked);
    printNames(out, "Would no longer start" + (effect.resting ? once : " immediately"),
               effect.waitsOn);
    if (effect.shifted.empty())
        return;
    out << heading("Would start later or earlier" + once);
    for (const Effect::Shift& each : effect.shifted)
        out << "  " << visibleText(each.workload) << " by " << durationWords(std::abs(each.by))
            << (each.by > 0 ? " later\n" : " earlier\n");
}

}  // namespace

void printPreview(const ProjectPreview& preview) {
    answer("-", Form::text, [&](std::ostream& out) {
        const Effect& effect = preview.effect;
        TextTable quotas({{"quota", Align::left},
                          {"guaranteed", Align::right},
                          {"fair share", Align::right},
                          {"used", Align::right}});
        const auto change = [](Gpu before, Gpu after) {
            return before == after ? gpuText(after) : gpuText(before) + " → " + gpuText(after);
        };
        for (const auto& [name, before, after] : effect.quotas)
            quotas.row({name, change(before.guaranteed, after.guaranteed),
                        change(before.fairShare, after.fairShare),
                        change(before.subtree, after.subtree)});
        if (!quotas.empty())
            out << heading("Quotas") << quotas.text();
        printWork(out, effect);
        if (!preview.returns.empty())
            out << heading("Reverts automatically");
        for (const ReturnTrial& each : preview.returns) {
            out << wrapped(momentText(each.change.ends) + ": " + returnText(each.change), 2);
            for (const Message& sentence : foretold(each)) {
                out << wrapped(told(sentence), 4);
                if (sentence.code != "return-evicts")
                    continue;
                for (const Effect::Hit& hit : each.effect.evicted)
                    out << wrapped(told(hit.why), 6);
            }
        }
    });
}

std::string groupHelp(const std::string& group) {
    if (group == "quota")
        return "Quotas (without a subcommand: list them)";
    if (group == "workspace")
        return "Workspaces (without a subcommand: list them)";
    if (group == "user")
        return "Users and their roles (without a subcommand: list them)";
    if (group == "nodes")
        return "Nodes (without a subcommand: list them)";
    if (group == "timetable")
        return "Timetables of guarantees (without a subcommand: list them)";
    if (group == "temporary")
        return "Temporary changes (without a subcommand: list them)";
    return "Commands on the " + group;
}

namespace {

std::string grantText(const Grant& grant) {
    return std::string(word(grant.role)) +
           (grant.quota.empty() ? " of the pool" : " of " + grant.quota);
}

template <typename List, typename Text>
std::string joined(const List& list, Text&& text) {
    std::string all;
    for (const auto& each : list)
        all += (all.empty() ? "" : ", ") + text(each);
    return all.empty() ? "-" : all;
}

TextTable usersTable(const Project& project) {
    TextTable table({{"user", Align::left}, {"roles", Align::left}});
    for (const ProjectUser& user : project.users)
        table.row({user.name, joined(user.grants, grantText)});
    return table;
}

// "8 for members, training, priority 1 to 3"
std::string capText(const Cap& cap) {
    std::string text = gpuText(cap.gpu) + " for ";
    text += cap.user ? *cap.user : cap.role ? std::string(word(*cap.role)) + "s" : "each user";
    if (cap.modules)
        for (std::size_t module = 0; module < kModules; ++module)
            if (cap.modules->test(module))
                text += ", " + std::string(word(static_cast<Module>(module)));
    if (cap.priorities)
        text += ", priority " + std::to_string(cap.priorities->from) +
                (cap.priorities->from == cap.priorities->to
                     ? ""
                     : " to " + std::to_string(cap.priorities->to));
    return text;
}

TextTable workspacesTable(const Project& project) {
    TextTable table({{"workspace", Align::left},
                     {"quotas", Align::left},
                     {"members", Align::left, true},
                     {"GPUs at most", Align::left, true}});
    for (const Workspace& workspace : project.pool.workspaces) {
        std::string caps;
        for (const Cap& cap : workspace.caps)
            caps += (caps.empty() ? "" : "; ") + capText(cap);
        table.row({workspace.name,
                   joined(workspace.quotas, [](const std::string& name) { return name; }),
                   joined(workspace.members,
                          [](const Member& member) {
                              return member.user + " (" + std::string(word(member.role)) + ")";
                          }),
                   caps.empty() ? "-" : caps});
    }
    return table;
}

TextTable temporaryTable(const Project& project) {
    TextTable table({{"name", Align::left}, {"ends", Align::left}, {"changes", Align::left}});
    for (const TemporaryChange& each : project.temporary) {
        std::string changes = joined(each.sizes, [](const TemporaryChange::Size& size) {
            return size.quota + " " + gpuText(size.before) + " → " + gpuText(size.during);
        });
        for (const TemporaryChange::Policy& policy : each.policies)
            changes += (changes == "-" ? (changes.clear(), "") : ", ") + std::string("policy of ") +
                       policy.quota + " " + rows::policyText(policy.before) + " → " +
                       rows::policyText(policy.during);
        table.row({each.name, momentText(each.ends), changes});
    }
    return table;
}

TextTable timetablesTable(const Project& project) {
    TextTable table({{"name", Align::left},
                     {"at", Align::left},
                     {"time zone", Align::left},
                     {"sizes", Align::left}});
    for (const Timetable& each : project.timetables)
        for (const Timetable::Step& step : each.steps) {
            std::string at = timeOfDayText(step.minute);
            if (step.days != Timetable::Step{}.days) {
                at += " ";
                for (std::size_t day = 0; day < kDayNames.size(); ++day)
                    if ((step.days >> day & 1U) != 0)
                        at += " " + std::string(kDayNames.at(day));
            }
            table.row({each.name, at, each.zone.empty() ? "of this machine" : each.zone,
                       joined(step.sizes, [](const std::pair<std::string, Gpu>& size) {
                           return size.first + "=" + gpuText(size.second);
                       })});
        }
    return table;
}

// "n-1 down"; the states of a group's nodes that are not ready.
std::string statesText(const Project& project, const NodeGroup& group) {
    std::string text;
    for (const Node& node : expand({group}))
        if (const auto found = project.nodeStates.find(node.name);
            found != project.nodeStates.end())
            text +=
                (text.empty() ? "" : ", ") + found->first + " " + std::string(word(found->second));
    return text.empty() ? "-" : text;
}

TextTable restorePointsTable(const Project& project) {
    TextTable table({{"restore point", Align::left}, {"entry", Align::right}});
    for (const RestorePoint& point : project.restorePoints)
        table.row({point.name, std::to_string(point.revision)});
    return table;
}

TextTable nodesTable(const Project& project) {
    TextTable table({{"nodes", Align::left},
                     {"count", Align::right},
                     {"GPUs each", Align::right},
                     {"type", Align::left},
                     {"not ready", Align::left, true}});
    for (const NodeGroup& group : project.pool.nodes)
        table.row({group.node.name, std::to_string(group.count), gpuCell(group.node.gpu),
                   group.node.gpuType.empty() ? "-" : group.node.gpuType,
                   statesText(project, group)});
    return table;
}

TextTable quotasTable(const Project& project) {
    TextTable table({{"quota", Align::left}, {"parent", Align::left}, {"GPUs", Align::right}});
    for (const Quota& quota : project.pool.quotas)
        table.row(
            {quota.name, quota.parent.empty() ? "-" : quota.parent, gpuCell(quota.guaranteed.gpu)});
    return table;
}

}  // namespace

int listGroup(const std::string& group, ProjectPool& pool, bool json) {
    ProjectDesk& desk = pool.desk();
    const ObjectKind kind = fromWord<ObjectKind>(group).value_or(ObjectKind::quota);
    auto project = desk.list(kind);
    if (!project)
        return refuseProject(project.error(), json);
    printProblems(desk.notices());
    if (kind == ObjectKind::temporary)
        printProblems(desk.temporaryOutlook());
    if (kind == ObjectKind::timetable)
        printProblems(desk.timetableOutlook());
    return answer("-", textOrData(json), [&](std::ostream& out) {
        if (json)
            return writeListing(out, *project, kind);
        const auto table = kind == ObjectKind::user           ? usersTable(*project)
                           : kind == ObjectKind::workspace    ? workspacesTable(*project)
                           : kind == ObjectKind::temporary    ? temporaryTable(*project)
                           : kind == ObjectKind::timetable    ? timetablesTable(*project)
                           : kind == ObjectKind::restorePoint ? restorePointsTable(*project)
                           : kind == ObjectKind::nodes        ? nodesTable(*project)
                                                              : quotasTable(*project);
        out << (!table.empty()   ? table.text()
                : desk.readAll() ? "None.\n"
                                 : "None that you can see.\n");
    });
}

}  // namespace apportion::ctl
