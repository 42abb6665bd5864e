// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts draw of a project: what the file kept of the last days, and from there on every
// change as it is seen.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/session/project/desk.h"
#include "core/session/view.h"

namespace apportion {

class PoolHistory {
public:
    // Reads what the file kept of the teams in the time before `now`.
    PoolHistory(ProjectDesk& desk, const std::vector<TeamInfo>& teams, Moment epoch, Moment now);

    // The pool as it is now; nothing happens if nothing changed.
    void add(const Engine& engine, Moment now);
    void addMark(Mark mark);

    std::shared_ptr<const History> shared();
    const std::vector<TeamInfo>& teams() const { return teams_; }

private:
    void readKept(ProjectDesk& desk, Moment now);
    void thin();

    std::vector<TeamInfo> teams_;
    Moment epoch_;
    History history_;
    std::shared_ptr<const History> shared_;
};

}  // namespace apportion
