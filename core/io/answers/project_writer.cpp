// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/project_writer.h"

#include <array>

#include <nlohmann/json.hpp>

#include "core/io/answers/parts.h"
#include "core/model/date_text.h"

namespace apportion {

namespace {

using Json = nlohmann::json;
using json::Layout;
using json::Writer;

constexpr std::array<const char*, kObjectKinds> kLists{
    "pool",       "nodes",         "nodeStates", "quotas", "workspaces", "users", "temporary",
    "timetables", "restorePoints", "workloads",  "runs",   "evictions",  "ended"};

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
            after ? changedKeys(fact.after, fact.before) : changedKeys(fact.before, fact.after);
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

}  // namespace apportion
