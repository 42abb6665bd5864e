// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/convert_writer.h"

#include "core/io/answers/parts.h"
#include "core/io/answers/problems_writer.h"

namespace apportion {

namespace {

using json::Layout;
using json::Writer;

void file(Writer& out, std::string_view key, const std::string& name, const std::string& format) {
    out.key(key);
    out.beginObject();
    answers::fileName(out, "file", name);
    out.key("format");
    out.text(format);
    out.endObject();
}

void messages(Writer& out, std::string_view key, const std::vector<Message>& list) {
    out.key(key);
    out.beginArray(Layout::lines);
    for (const Message& message : list)
        answers::message(out, message);
    out.endArray();
}

}  // namespace

void writeConvertSummary(std::ostream& stream, const ConvertSummary& summary,
                         const Problems& warnings) {
    Writer out(stream);
    answers::beginAnswer(out);
    file(out, "in", summary.in, summary.from);
    file(out, "out", summary.out, summary.to);
    out.key("rows");
    out.whole(summary.rows);
    out.key("jobs");
    out.whole(summary.jobs);
    messages(out, "dropped", summary.dropped);
    messages(out, "remarks", summary.remarks);
    out.key("warnings");
    out.beginArray(Layout::lines);
    for (const Problem& problem : warnings)
        answers::problem(out, problem);
    out.endArray();
    out.endObject();
    out.finish();
}

}  // namespace apportion
