// SPDX-License-Identifier: GPL-3.0-or-later
// What was used, as each source tells it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/model/problem.h"
#include "core/model/scenario.h"
#include "core/model/trace.h"
#include "core/report/calendar.h"
#include "core/report/usage.h"
#include "core/sim/run_control.h"
#include "core/store/project_file.h"

namespace apportion::report {

// As recorded: starts and ends of the record, and no simulation. Groups are quotas. `pool`: nodes
// and sizes that the record does not tell; null = the capacity is not known. Local times are those
// of the calendar's zone.
Usage usageOf(const Trace& trace, const Scenario* pool, const Calendar& calendar);

// As a run of it comes out, to the end or `until`; what it holds then is held for `beyond`.
Usage usageOf(const std::shared_ptr<const Scenario>& scenario, std::optional<Instant> until,
              Duration beyond, RunControl* control = nullptr);

// The present state of a file, who asks, and until when running work is known to run.
struct JournalSource {
    ProjectFile& file;
    const Project& project;
    std::string who;
    Moment now = 0;
    Moment aliveUntil = 0;  // it is live, and its last samples held until then
    // Present names of quotas that had others.
    std::function<std::string(std::string quota, Moment at)> nameNow;
};
// What happened in a period, as far as `who` may read it: of other quotas totals without names.
// Samples, of which there are many, from `sampled` on.
Result<Usage> usageOf(const JournalSource& source, Moment from, Moment to,
                      std::optional<Moment> sampled = {});

}  // namespace apportion::report
