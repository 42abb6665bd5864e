// SPDX-License-Identifier: GPL-3.0-or-later
// Answers about a damaged project: the state is in tables of its own, and is shown without what
// only the journal knows where a part of that is lost.
#pragma once

#include <utility>

#include "core/store/project_file.h"

namespace apportion {

template <typename Answer>
Result<Answer> orWithout(Result<Answer> answer, const ProjectFile& file, Problems& notices) {
    if (answer || file.damage().empty())
        return answer;
    for (Problem& each : answer.error()) {
        each.warning = true;
        notices.push_back(std::move(each));
    }
    return Answer{};
}

}  // namespace apportion
