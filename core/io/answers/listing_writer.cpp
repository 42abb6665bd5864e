// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/listing_writer.h"

#include "core/io/answers/parts.h"
#include "core/io/scenario/write_parts.h"
#include "core/model/date_text.h"
#include "core/model/words.h"

namespace apportion {

namespace {

using json::Layout;
using json::Writer;

void textMember(Writer& out, std::string_view key, std::string_view text) {
    out.key(key);
    out.text(text);
}

void gpuMember(Writer& out, std::string_view key, Gpu gpu) {
    out.key(key);
    out.gpu(gpu);
}

void writeUser(Writer& out, const ProjectUser& user) {
    out.beginObject();
    textMember(out, "name", user.name);
    writeList(out, "grants", user.grants, [&](const Grant& grant) {
        out.beginObject();
        textMember(out, "role", word(grant.role));
        if (!grant.quota.empty())
            textMember(out, "quota", grant.quota);
        out.endObject();
    });
    out.endObject();
}

void writePolicy(Writer& out, std::string_view key, const PolicyChange& change) {
    out.key(key);
    out.beginObject();
    scenario::writePolicyKeys(out, change);
    out.endObject();
}

void writeTemporary(Writer& out, const TemporaryChange& change) {
    out.beginObject();
    textMember(out, "name", change.name);
    textMember(out, "ends", momentText(change.ends));
    writeList(out, "sizes", change.sizes, [&](const TemporaryChange::Size& size) {
        out.beginObject();
        textMember(out, "quota", size.quota);
        gpuMember(out, "before", size.before);
        gpuMember(out, "during", size.during);
        out.endObject();
    });
    writeList(out, "policies", change.policies, [&](const TemporaryChange::Policy& policy) {
        out.beginObject();
        textMember(out, "quota", policy.quota);
        writePolicy(out, "before", policy.before);
        writePolicy(out, "during", policy.during);
        out.endObject();
    });
    out.endObject();
}

void writeRestorePoint(Writer& out, const RestorePoint& point) {
    out.beginObject();
    textMember(out, "name", point.name);
    out.key("revision");
    out.whole(point.revision);
    out.endObject();
}

void writeTimetable(Writer& out, const Timetable& timetable) {
    out.beginObject();
    textMember(out, "name", timetable.name);
    if (!timetable.zone.empty())
        textMember(out, "zone", timetable.zone);
    writeList(out, "steps", timetable.steps, [&](const Timetable::Step& step) {
        out.beginObject();
        textMember(out, "at", timeOfDayText(step.minute));
        out.key("days");
        out.beginArray();
        for (std::size_t day = 0; day < kDayNames.size(); ++day)
            if ((step.days >> day & 1U) != 0)
                out.text(kDayNames.at(day));
        out.endArray();
        textMember(out, "mode", word(step.mode));
        writeList(out, "sizes", step.sizes, [&](const std::pair<std::string, Gpu>& size) {
            out.beginObject();
            textMember(out, "quota", size.first);
            gpuMember(out, "gpu", size.second);
            out.endObject();
        });
        out.endObject();
    });
    out.endObject();
}

}  // namespace

void writeListing(std::ostream& stream, const Project& project, ObjectKind kind) {
    Writer out(stream);
    answers::beginAnswer(out);
    out.key("revision");
    out.whole(project.revision);
    const auto part = [&](const auto& each) { scenario::write(out, each); };
    switch (kind) {
        case ObjectKind::quota:
            writeList(out, "quotas", project.pool.quotas, part, Layout::lines);
            break;
        case ObjectKind::workspace:
            writeList(out, "workspaces", project.pool.workspaces, part, Layout::lines);
            break;
        case ObjectKind::user:
            writeList(
                out, "users", project.users, [&](const ProjectUser& user) { writeUser(out, user); },
                Layout::lines);
            break;
        case ObjectKind::nodes:
            writeList(out, "nodes", project.pool.nodes, part, Layout::lines);
            out.key("nodeStates");
            out.beginObject();
            for (const auto& [node, state] : project.nodeStates)
                textMember(out, node, word(state));
            out.endObject();
            break;
        case ObjectKind::temporary:
            writeList(
                out, "temporary", project.temporary,
                [&](const TemporaryChange& change) { writeTemporary(out, change); }, Layout::lines);
            break;
        case ObjectKind::restorePoint:
            writeList(
                out, "restorePoints", project.restorePoints,
                [&](const RestorePoint& point) { writeRestorePoint(out, point); }, Layout::lines);
            break;
        default:
            writeList(
                out, "timetables", project.timetables,
                [&](const Timetable& timetable) { writeTimetable(out, timetable); }, Layout::lines);
            break;
    }
    out.endObject();
    out.finish();
}

}  // namespace apportion
