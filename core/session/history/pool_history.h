// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts draw of a project: what the file kept of its life, in more detail where somebody
// looks, and every change since it was opened. While nobody runs the pool nothing is known of it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core/engine/engine.h"
#include "core/session/history/kept_history.h"
#include "core/view/history/history_points.h"
#include "core/view/history/size_changes.h"
#include "core/view/view.h"

namespace apportion {

class ProjectDesk;

class PoolHistory {
public:
    // `inPart`: the teams are not all there are.
    PoolHistory(const Project& project, const std::vector<TeamInfo>& teams, Moment epoch,
                Moment now, bool inPart = false);

    // The pool as it is now; nothing happens if nothing changed.
    void add(const Engine& engine, const Project& project, Moment now);
    // The same teams, of which some quotas go by another name from now on: nothing is read anew.
    void rename(const std::vector<TeamInfo>& teams);
    // Nobody runs it.
    void addUnknown(Moment now);
    void addMark(Mark mark);
    // What quotas were guaranteed, ascending in time, and are now, by team.
    void setSizes(std::vector<SizeChange> changes, std::vector<Gpu> now);
    // What was taken, instead of what was known of it before; ascending in time.
    void setTaken(std::vector<Mark> marks);

    // This part of time is looked at: what lies before the opening is read in detail.
    void look(const Project& project, Moment from, Moment to);
    // Reads on in the file until then, at least a little. True if there is more to draw.
    bool read(ProjectDesk& desk, std::chrono::steady_clock::time_point deadline);
    bool isReading() const { return reading_.has_value() || wanted_.has_value(); }

    std::shared_ptr<const History> shared();
    const std::vector<TeamInfo>& teams() const { return teams_; }

private:
    struct Part {
        Instant from = 0;
        Instant to = 0;
        History history;
    };

    void add(const PoolMoment& moment, Moment now);
    Instant waitsSince(const Engine& engine, const Project& project) const;

    std::vector<TeamInfo> teams_;
    bool inPart_;
    Moment epoch_;
    Moment opened_;
    std::optional<KeptHistory> reading_;
    std::optional<KeptHistory> wanted_;  // next
    bool readLife_ = false;              // what is being read is the whole life
    Part life_;
    Part detail_;
    History seen_;
    std::vector<Mark> marks_;
    std::vector<Mark> taken_;
    std::vector<SizeChange> sizes_;
    std::vector<Gpu> sizesNow_;
    std::shared_ptr<const History> shared_;
};

// Of two histories of the same teams `detail` holds from its first moment to `to`, the other one
// before and after it.
History withDetail(const History& history, const History& detail, Instant from, Instant to);

}  // namespace apportion
