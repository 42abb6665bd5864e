// SPDX-License-Identifier: GPL-3.0-or-later
// A workload of an open project that somebody asks about, with what the answer is made of, to be
// taken to another thread: with a crowd, or a long journal, making it takes longer than the engine
// thread may be away.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/view/explain/priority_rise.h"
#include "core/view/explain/work_question.h"

namespace apportion {

struct WorkAsked {
    WorkQuestion question;
    std::optional<Project> toRaise = {};  // for who may change its priority
    bool unraised = false;                // there are too many to try that
    // The file, by its first entry, is read there once more; or here, where nobody else can open
    // it.
    std::string file = {};
    std::string first = {};
    std::optional<std::vector<JournalEntry>> entries = {};

    struct Answer {
        std::optional<WorkQuestion::Answer> work;
        PriorityRises rises;
    };
    // Stopped, it tells nothing.
    Answer answer(const std::stop_token& stop = {}) &&;
};

}  // namespace apportion
