// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/timeline.h"

#include "core/io/tables/run_tables.h"

namespace apportion {

Timeline::Timeline(std::ostream& out, std::optional<Duration> every, CsvCells cells)
    : out_(out), every_(every), cells_(cells) {
    out_ << kTimelineHeader;
}

void Timeline::sample(const Simulation& simulation, Instant at) {
    const Engine& engine = simulation.engine();
    rows_.clear();
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        appendTimelineRow(rows_, at, engine.quota(id).name, engine.numbers(id), cells_);
    out_ << rows_;
}

void Timeline::before(const Simulation& simulation, Instant next) {
    if (!every_)
        return;
    for (; nextSample_ < next; nextSample_ += *every_)
        sample(simulation, nextSample_);
}

void Timeline::after(const Simulation& simulation) {
    if (every_)
        return;
    const Engine& engine = simulation.engine();
    last_.resize(engine.quotaCount());
    numbers_.resize(engine.quotaCount());
    rows_.clear();
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        // Most stay as they are in a step, and text is dear.
        const QuotaNumbers numbers = engine.numbers(id);
        if (numbers_[id] == numbers)
            continue;
        numbers_[id] = numbers;
        const std::size_t begin = rows_.size();
        appendTimelineRow(rows_, simulation.now(), engine.quota(id).name, numbers, cells_);
        const std::size_t comma = rows_.find(',', begin);
        const std::string_view row = std::string_view(rows_).substr(comma);
        if (row == last_[id])
            rows_.resize(begin);
        else
            last_[id] = row;
    }
    out_ << rows_;
}

void Timeline::finish(const Simulation& simulation) {
    if (every_)
        for (; nextSample_ <= simulation.outcomeTime(); nextSample_ += *every_)
            sample(simulation, nextSample_);
}

}  // namespace apportion
