// SPDX-License-Identifier: GPL-3.0-or-later
// What a project's file kept of a part of its past, read series by series so that nobody waits long
// for it, and put together as the charts take it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/project_file.h"
#include "core/view/history/history_points.h"
#include "core/view/view.h"

namespace apportion {

class ProjectDesk;

class KeptHistory {
public:
    // From the project's beginning, `epoch`, the axis of the charts counts its times. `inPart`: the
    // teams are not all there are.
    KeptHistory(const Project& project, std::vector<TeamInfo> teams, bool inPart, Moment epoch,
                Moment from, Moment to, int mostPoints);

    Moment from() const { return from_; }
    Moment to() const { return to_; }

    // The same teams, of which some quotas go by another name in the file from now on.
    void rename(std::vector<TeamInfo> teams);

    // Reads one series; false = there is none left.
    bool read(ProjectDesk& desk);
    // Once all is read. Unknown where the pool was not live, and where somebody may not look.
    History history() const;

private:
    struct Column {
        ProjectFile::HistorySample of;
        std::vector<store::HistoryPoint> points = {};
    };
    class Reader;

    std::vector<Moment> moments() const;
    Gpu heldByGone(const PoolMoment& moment, std::int64_t held) const;
    std::vector<Moment> waitMoments(const Column& column) const;

    std::vector<TeamInfo> teams_;
    std::size_t roots_ = 0;
    Moment epoch_;
    Moment from_;
    Moment to_;
    int mostPoints_;
    Gpu capacityNow_ = 0;  // where none was kept
    Duration step_ = kSecond;
    // Two a team: held, due; then two a root: how many wait, longest wait; then the capacity; then,
    // where the teams are all there are, what all that were held.
    std::vector<Column> columns_;
    std::size_t next_ = 0;
};

}  // namespace apportion
