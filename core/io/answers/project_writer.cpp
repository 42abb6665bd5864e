// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/project_writer.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "core/io/answers/parts.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

using Json = nlohmann::json;
using json::Layout;
using json::Writer;

constexpr std::array<const char*, kObjectKinds> kLists{
    "pool",       "nodes",         "nodeStates", "quotas", "workspaces", "users", "temporary",
    "timetables", "restorePoints", "workloads",  "runs",   "evictions",  "ended"};

// The keys of what the file keeps beside a scenario's parts, by what their numbers count there.
enum class Unit { moment, duration, gpu, gpuTime };
constexpr std::array<std::pair<std::string_view, Unit>, 20> kUnits{
    {{"applied", Unit::moment},   {"at", Unit::moment},
     {"before", Unit::gpu},       {"besideQueue", Unit::duration},
     {"counted", Unit::moment},   {"done", Unit::duration},
     {"during", Unit::gpu},       {"end", Unit::moment},
     {"ends", Unit::moment},      {"firstStart", Unit::moment},
     {"gpu", Unit::gpu},          {"inWindow", Unit::moment},
     {"lost", Unit::gpuTime},     {"since", Unit::moment},
     {"start", Unit::moment},     {"stopping", Unit::moment},
     {"submitted", Unit::moment}, {"used", Unit::gpuTime},
     {"waited", Unit::duration},  {"waitingSince", Unit::moment}}};

Json inUnit(std::int64_t number, Unit unit) {
    switch (unit) {
        case Unit::moment:
            return momentText(number);
        case Unit::duration:
            return Json::parse(secondsText(number));
        case Unit::gpu:
            return Json::parse(gpuText(number));
        case Unit::gpuTime:
            break;
    }
    return Json::parse(gpuSecondsText(number));
}

// A scenario's parts are in its units already: they have keys of their own here.
bool isScenarioPart(ObjectKind kind) {
    switch (kind) {
        case ObjectKind::pool:
        case ObjectKind::nodes:
        case ObjectKind::quota:
        case ObjectKind::workspace:
        case ObjectKind::workload:
            return true;
        default:
            return false;
    }
}

// What ended holds its workload, and a temporary change its policies, as a scenario does; messages
// have kinds of their own.
bool hasOtherUnits(std::string_view key) {
    return key == "workload" || key == "policies" || key == "why" || key == "reason";
}

void putInUnits(Json& value) {
    if (value.is_array())
        for (Json& element : value)
            putInUnits(element);
    if (!value.is_object())
        return;
    for (auto member = value.begin(); member != value.end(); ++member) {
        if (hasOtherUnits(member.key()))
            continue;
        const auto unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const auto& each) {
            return each.first == member.key();
        });
        if (unit != kUnits.end() && member->is_number_integer())
            *member = inUnit(member->get<std::int64_t>(), unit->second);
        else
            putInUnits(*member);
    }
}

Json inUnits(ObjectKind kind, Json value) {
    if (!isScenarioPart(kind))
        putInUnits(value);
    return value;
}

Json changedKeys(const std::string& body, const std::string& other) {
    if (body.empty())
        return nullptr;
    Json value = Json::parse(body, nullptr, false);
    if (other.empty() || !value.is_object())
        return value;
    const Json opposite = Json::parse(other, nullptr, false);
    for (auto member = value.begin(); member != value.end();) {
        const auto same = opposite.find(member.key());
        member = same != opposite.end() && *same == *member ? value.erase(member) : ++member;
    }
    return value;
}

void writeEntry(Writer& out, const EntryForm& form) {
    const JournalEntry& entry = *form.entry;
    out.beginObject();
    out.key("n");
    out.whole(entry.n);
    out.key("at");
    out.text(momentText(entry.at));
    out.key("who");
    out.text(entry.who);
    if (!form.holder.empty()) {
        out.key("holder");
        out.text(form.holder);
    }
    out.key("do");
    out.text(entry.action);
    out.key("subject");
    out.text(entry.subject);
    out.key("before");
    out.number(changesText(entry, false));
    out.key("after");
    out.number(changesText(entry, true));
    out.key("why");
    out.text(entry.why);
    if (entry.undoes) {
        out.key("undoes");
        out.whole(*entry.undoes);
    }
    if (form.undone) {
        out.key("undone");
        out.flag(*form.undone);
        out.key("notUndoable");
        if (form.notUndoable)
            answers::message(out, *form.notUndoable);
        else
            out.null();
    }
    out.key("hash");
    out.text(entry.hash);
    out.endObject();
}

void writeMessages(Writer& out, std::string_view key, const Problems& problems) {
    out.key(key);
    out.beginArray(Layout::lines);
    for (const Problem& problem : problems)
        answers::message(out, problem.message);
    out.endArray();
}

}  // namespace

std::string changesText(const JournalEntry& entry, bool after) {
    Json changes = Json::object();
    for (const Fact& fact : entry.facts)
        changes[kLists[static_cast<std::size_t>(fact.kind)]][fact.key] =
            inUnits(fact.kind, after ? changedKeys(fact.after, fact.before)
                                     : changedKeys(fact.before, fact.after));
    return changes.dump();
}

void writeJournal(std::ostream& stream, const JournalForm& form) {
    Writer out(stream);
    answers::beginAnswer(out);
    if (!form.head.empty()) {
        out.key("count");
        out.whole(form.count);
        out.key("head");
        out.text(form.head);
    }
    out.key("entries");
    out.beginArray(Layout::lines);
    for (const EntryForm& entry : form.entries)
        writeEntry(out, entry);
    out.endArray();
    if (form.verified) {
        out.key("verified");
        out.flag(*form.verified);
        writeMessages(out, "problems", form.problems);
    }
    out.endObject();
    out.finish();
}

void writeCommandAnswer(std::ostream& stream, const CommandForm& form) {
    Writer out(stream);
    answers::beginAnswer(out);
    out.key("revision");
    out.whole(form.revision);
    out.key("applied");
    out.flag(form.applied && form.entry != nullptr);
    out.key("entry");
    if (form.entry != nullptr)
        writeEntry(out, {form.entry});
    else
        out.null();
    if (!form.preview.empty()) {
        out.key("preview");
        out.number(form.preview);
    }
    writeMessages(out, "warnings", form.warnings);
    out.endObject();
    out.finish();
}

void writeCopy(std::ostream& stream, const CopyForm& form) {
    Writer out(stream);
    answers::beginAnswer(out);
    out.key("copy");
    out.text(form.copy);
    for (const auto& [key, number] :
         {std::pair("revision", form.revision), std::pair("entries", form.entries)})
        if (number) {
            out.key(key);
            out.whole(*number);
        }
    writeMessages(out, "warnings", form.warnings);
    out.endObject();
    out.finish();
}

}  // namespace apportion
