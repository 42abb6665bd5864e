// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/answers/problems_writer.h"

#include "core/io/answers/parts.h"
#include "core/model/told.h"
#include "core/model/validate.h"
#include "core/model/visible_text.h"

namespace apportion {

using json::Writer;

void answers::problem(Writer& out, const Problem& problem) {
    const auto place = [&](std::string_view key, int number) {
        out.key(key);
        if (number > 0)
            out.whole(number);
        else
            out.null();
    };
    out.beginObject();
    answers::fileName(out, "file", problem.file);
    out.key("pointer");
    out.text(problem.pointer);
    place("line", problem.line);
    place("column", problem.column);
    out.key("code");
    out.text(plainCode(problem.message.code));
    out.key("message");
    out.text(render(problem.message));
    out.key("remedy");
    out.text(renderRemedy(problem.message));
    out.endObject();
}

namespace {

void writeThose(Writer& out, std::string_view key, const Problems& problems, bool warnings) {
    out.key(key);
    out.beginArray(json::Layout::lines);
    for (const auto& problem : problems)
        if (problem.warning == warnings)
            answers::problem(out, problem);
    out.endArray();
}

}  // namespace

void writeProblems(std::ostream& stream, const Problems& problems) {
    Writer out(stream);
    answers::beginAnswer(out);
    out.key("valid");
    out.flag(!hasErrors(problems));
    writeThose(out, "errors", problems, false);
    writeThose(out, "warnings", problems, true);
    out.endObject();
    out.finish();
}

std::string problemText(const Problem& problem) {
    std::string text = visibleText(problem.file);
    for (const int number : {problem.line, problem.column})
        if (problem.line > 0 && number > 0)
            text.append(":").append(std::to_string(number));
    if (!text.empty())
        text += ": ";
    text += problem.warning ? "warning: " : "error: ";
    if (!problem.pointer.empty())
        text.append(visibleText(problem.pointer)).append(": ");
    text += toldExactly(problem.message);
    if (const auto remedy = toldRemedyExactly(problem.message); !remedy.empty())
        text.append("\n    ").append(remedy);
    return text;
}

}  // namespace apportion
