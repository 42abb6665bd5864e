// SPDX-License-Identifier: GPL-3.0-or-later
// Days, ISO weeks, months, and quarters of a time zone, as moments.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion::report {

enum class PeriodUnit { day, week, month, quarter };

struct Period {
    Moment from = 0;
    Moment to = 0;          // exclusive
    std::string text = {};  // "2026-W47", as given or as it is written
};

class Calendar {
public:
    // "Europe/Berlin"; a name that is no zone is UTC.
    explicit Calendar(const std::string& zone);
    ~Calendar();
    Calendar(Calendar&&) noexcept;
    Calendar& operator=(Calendar&&) noexcept;

    const std::string& zone() const { return zone_; }
    // "2026-W47", "2026-11", "2026-Q4", "2026", "2026-11-20", or "2026-11-01..2026-11-15" with both
    // days. Error: report-period.
    Result<Period> period(std::string_view text) const;
    // The unit that the moment lies in, `offset` units later.
    Period containing(Moment at, PeriodUnit unit, int offset = 0) const;
    // The beginnings of units in a period: its own from first, its own to last.
    std::vector<Moment> edges(Moment from, Moment to, std::optional<PeriodUnit> unit) const;
    // Of a time that clocks of the zone show, which is counted as if it were UTC. Of an hour that
    // comes twice the second, of one that is left out the time after it.
    Moment ofClock(Moment shown) const;
    // "2026-11-20T09:00:00+01:00"
    std::string text(Moment at) const;
    // "Mon 9 Nov 2026, 09:00", without the time where it is midnight and `day` is wanted.
    std::string dayText(Moment at, bool withTime) const;
    // "CET (UTC+1)"
    std::string zoneText(Moment at) const;

private:
    struct Zone;
    Moment midnight(int civilDay) const;  // of a day since 1970-01-01
    int civilDay(Moment at) const;
    Duration offset(Moment at) const;

    std::string zone_;
    std::unique_ptr<Zone> calendar_;
};

}  // namespace apportion::report
