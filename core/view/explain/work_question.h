// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload of a project waits, what would start it, and what became of it so far: asked by
// whoever has the project open, and answered on any thread, as it takes long with a crowd.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/model/explanation.h"
#include "core/model/journal.h"
#include "core/model/project.h"

namespace apportion {

struct WorkQuestion {
    struct Queue {
        Engine before;  // has not looked at what waits, where nobody decides
        Engine asked;
        Duration shift = 0;  // from their times to those of the answer
    };
    std::string name;
    std::optional<ProjectWorkload> work = {};  // nothing = it is over, or there was none
    Moment epoch = 0;                          // the answer counts its times from there
    Moment at = 0;
    bool live = false;                // somebody decides
    std::optional<Queue> queue = {};  // for work that waits in it
    // Who waits now for the end of work that is told to stop; nothing = that is not known.
    std::optional<std::vector<std::string>> awaiting = {};
    // Of one whose name was given again since.
    std::optional<Moment> submitted = {};
    std::string goesBy = {};  // empty = by its name

    bool isInQueue() const;
    bool isToldToStop() const;  // or some of its replicas are
    void askWhoWaits(const Engine& engine);

    struct Answer {
        Workload spec;
        Explanation explanation;
        std::optional<Moment> ended = {};  // where it is over; its quota may have a new name since
        std::optional<WorkCommand> command = {};
    };
    // `entries`: ascending, at least those that name it. Nothing = there never was such work.
    std::optional<Answer> answer(const std::vector<JournalEntry>& entries) &&;

private:
    void explainQueue(const ProjectWorkload& waiting, Explanation& explanation);
};

}  // namespace apportion
