// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/work_asked.h"

#include <utility>

#include "core/store/project_file.h"

namespace apportion {

namespace {

// Of a damaged file, or one that was replaced meanwhile, what is over is not told.
std::vector<JournalEntry> entriesIn(const WorkAsked& asked) {
    auto file = ProjectFile::open(asked.file, OpenMode::readOnly);
    if (!file || file->firstHash().value_or(std::string()) != asked.first)
        return {};
    return file->entriesNaming(asked.question.name).value_or(std::vector<JournalEntry>());
}

}  // namespace

WorkAsked::Answer WorkAsked::answer(const std::stop_token& stop) && {
    if (question.queue) {
        question.queue->before.stopWhen(stop);
        question.queue->asked.stopWhen(stop);
    }
    const std::vector<JournalEntry> past = entries ? std::move(*entries) : entriesIn(*this);
    const std::string name = question.name;
    const Moment at = question.at;
    Answer answer;
    answer.work = std::move(question).answer(past);
    if (stop.stop_requested())
        return {};
    if (toRaise)
        answer.rises = riseThatStarts(std::move(*toRaise), name, at);
    answer.rises.proven = answer.rises.proven && !unraised;
    return answer;
}

}  // namespace apportion
