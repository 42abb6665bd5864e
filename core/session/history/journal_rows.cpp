// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/history/journal_rows.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/change/command_request.h"
#include "core/change/units.h"
#include "core/session/project/desk.h"

namespace apportion {

namespace {

constexpr std::size_t kMostQuotas = 5;
constexpr std::string_view kTemporary = "temporary.";
constexpr std::string_view kNodesState = "nodes.state";

bool beginsWith(std::string_view text, std::string_view begin) {
    return text.substr(0, begin.size()) == begin;
}

bool isTurned(const std::string& action) {
    return action == "undo" || action == "redo";
}

bool isOfTurnedState(const JournalEntry& entry) {
    return isTurned(entry.action) && beginsWith(entry.subject, kNodesState);
}

// Of one that was undone or done again the facts say to which state the node returned.
NodeState stateOf(const JournalEntry& entry) {
    if (entry.action == kNodesState)
        return fromWord<NodeState>(Arguments::fromJson(entry.arguments).text("state"))
            .value_or(NodeState::ready);
    if (isOfTurnedState(entry))
        for (const Fact& fact : entry.facts)
            if (fact.kind == ObjectKind::nodeState)
                if (const auto body = nlohmann::json::parse(fact.after, nullptr, false);
                    body.is_object())
                    return fromWord<NodeState>(body.value("state", std::string()))
                        .value_or(NodeState::ready);
    return NodeState::ready;
}

// What a person asked for stands in the arguments, also where the facts are not read.
void addArguments(JournalRow& row, const JournalEntry& entry) {
    if (entry.action != "scale" && entry.action != "policy")
        return;
    const Arguments given = Arguments::fromJson(entry.arguments);
    row.forATime = given.has("for") || given.has("until");
    for (const std::string& text : given.list("sizes"))
        if (const auto size = entry.action == "scale" ? sizeArgument(text) : std::nullopt) {
            if (row.sizes.size() < kMostQuotas)
                row.sizes.push_back(*size);
            else
                ++row.moreSizes;
        }
}

// What is undone or done again stands before what it is about: "temporary.end temporary-1".
bool isOfTemporary(const JournalEntry& entry) {
    return beginsWith(isTurned(entry.action) ? entry.subject : entry.action, kTemporary);
}

// Of an entry with its facts.
std::string subjectOf(const JournalEntry& entry) {
    const std::string quotas = isOfTemporary(entry) ? temporaryQuotas(entry) : std::string();
    if (quotas.empty())
        return entry.subject;
    return isTurned(entry.action) ? entry.subject.substr(0, entry.subject.find(' ') + 1) + quotas
                                  : quotas;
}

// With its facts, where its row needs them.
JournalEntry readable(const JournalEntry& entry, ProjectDesk& desk) {
    if (!isOfTemporary(entry) && !isOfTurnedState(entry))
        return entry;
    auto whole = desk.history(1, entry.n + 1);
    return whole && !whole->empty() && whole->front().entry.n == entry.n
               ? std::move(whole->front().entry)
               : entry;
}

}  // namespace

JournalRow rowOf(const JournalEntry& entry) {
    JournalRow row{entry.n,   entry.at,       entry.who, entry.action, subjectOf(entry),
                   entry.why, stateOf(entry), false,     {},           entry.undoes};
    addArguments(row, entry);
    return row;
}

std::string temporaryQuotas(const JournalEntry& entry) {
    std::vector<std::string> quotas;
    for (const Fact& fact : entry.facts) {
        if (fact.kind != ObjectKind::temporary)
            continue;
        const auto body =
            nlohmann::json::parse(fact.after.empty() ? fact.before : fact.after, nullptr, false);
        for (const char* part : {"sizes", "policies"})
            if (const auto list = body.is_object() ? body.find(part) : body.end();
                list != body.end())
                for (const auto& each : *list)
                    if (std::string quota = each.value("quota", std::string());
                        std::find(quotas.begin(), quotas.end(), quota) == quotas.end())
                        quotas.push_back(std::move(quota));
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(quotas.size(), kMostQuotas); ++i)
        text += (i > 0 ? ", " : "") + quotas[i];
    return quotas.size() > kMostQuotas ? text + ", …" : text;
}

Result<std::vector<JournalRow>> journalRows(ProjectDesk& desk, std::size_t most,
                                            std::optional<Revision> before) {
    auto recorded = desk.history(most, before, kNoFacts);
    if (!recorded)
        return tl::unexpected(std::move(recorded.error()));
    std::vector<JournalRow> rows;
    rows.reserve(recorded->size());
    for (const ProjectDesk::Recorded& each : *recorded) {
        const JournalEntry entry = readable(each.entry, desk);
        rows.push_back(
            {each.entry.n, each.entry.at, each.entry.who, each.entry.action, subjectOf(entry),
             each.entry.why, stateOf(entry), each.undone,
             each.notUndoable || each.undone ? each.notUndoable : desk.overtaken(each.entry),
             each.entry.undoes});
        addArguments(rows.back(), each.entry);
    }
    return rows;
}

std::optional<Mark> markOf(const JournalRow& row, Moment epoch) {
    Mark mark;
    mark.at = row.at - epoch;
    mark.subject = row.subject;
    mark.nodeState = row.nodeState;
    std::string action = row.action;
    if (isTurned(action)) {
        const std::size_t end = std::min(row.subject.find(' '), row.subject.size());
        action = row.subject.substr(0, end);
        mark.subject = row.subject.substr(std::min(end + 1, row.subject.size()));
    }
    if (action == "scale" || action == "timetable.step" || action == "temporary.return" ||
        action == "temporary.end")
        mark.kind = Mark::Kind::scale;
    else if (action == "policy" || action == "quota.set" || action == "apply")
        mark.kind = Mark::Kind::policy;
    else if (action == kNodesState)
        mark.kind = Mark::Kind::node;
    else
        return std::nullopt;
    return mark;
}

}  // namespace apportion
