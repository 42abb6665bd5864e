// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of every quota over time, written while a simulation runs.
#pragma once

#include <optional>
#include <ostream>
#include <vector>

#include "core/model/csv_cell.h"
#include "core/sim/simulation.h"

namespace apportion {

class Timeline {
public:
    // `every`: samples at 0, every, 2 x every, …; nothing = a row for each quota whose row changes.
    Timeline(std::ostream& out, std::optional<Duration> every, CsvCells cells);

    // Before the simulation steps to `next`: nothing changes until then.
    void before(const Simulation& simulation, Instant next);
    void after(const Simulation& simulation);
    void finish(const Simulation& simulation);

private:
    void sample(const Simulation& simulation, Instant at);

    std::ostream& out_;
    std::optional<Duration> every_;
    CsvCells cells_;
    Instant nextSample_ = 0;
    std::vector<std::optional<QuotaNumbers>> numbers_;  // of each quota
    std::vector<std::string> last_;                     // row of each, without its time
    std::string rows_;
};

}  // namespace apportion
