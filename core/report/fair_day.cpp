// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/fair_day.h"

#include <algorithm>
#include <cstdint>

#include "core/sim/int128.h"

namespace apportion::report {

namespace {

enum class DayPart : std::uint8_t { used, pending, entitled, gap };

struct DayTurn {
    Moment at = 0;
    DayPart part = DayPart::used;
    std::uint32_t quota = 0;
    std::int64_t value = 0;  // by how much it changes; of entitled what it is
};

struct DayCell {
    Gpu used = 0;
    Gpu pending = 0;
    Gpu entitled = -1;  // at or below; below 0 = not known
    Gpu ofChildren = 0;
    Int128 had = 0;
    Int128 wanted = 0;
    Moment since = 0;

    // What its children are entitled to is theirs.
    Gpu share() const { return entitled < 0 ? 0 : std::max<Gpu>(0, entitled - ofChildren); }
    Gpu has() const { return std::min(used, share()); }
    Gpu wants() const { return std::min(used + pending, share()); }
};

class DaySweep {
public:
    DaySweep(const Usage& usage, Moment from, Moment to)
        : usage_(usage), from_(from), to_(to), cells_(usage.quotas.size()) {
        for (DayCell& cell : cells_)
            cell.since = from;
    }

    FairDay run() {
        collect();
        FairDay day{from_, to_, {}, {}, {}};
        for (std::size_t i = 0; i < turns_.size();) {
            const Moment at = turns_[i].at;
            for (; i < turns_.size() && turns_[i].at == at; ++i)
                take(turns_[i]);
            note(day, at);
        }
        Int128 had = 0, wanted = 0;
        for (std::uint32_t i = 0; i < cells_.size(); ++i) {
            settle(cells_[i], to_);
            had += cells_[i].had;
            wanted += cells_[i].wanted;
            if (!usage_.quotas[i].hidden)
                day.kept.emplace_back(usage_.quotas[i].name,
                                      partOf(cells_[i].had, cells_[i].wanted));
        }
        day.keptByAll = partOf(had, wanted);
        return day;
    }

private:
    static std::optional<std::int64_t> partOf(Int128 had, Int128 wanted) {
        return wanted > 0 ? std::optional(mulDivHalfUp(had, 1'000'000, wanted)) : std::nullopt;
    }

    void add(Moment at, DayPart part, std::uint32_t quota, std::int64_t value) {
        if (at < to_)
            turns_.push_back({std::max(at, from_), part, quota, value});
    }
    void span(Moment begin, Moment end, DayPart part, std::uint32_t quota, std::int64_t value) {
        if (end <= from_ || begin >= std::min(end, to_))
            return;
        add(begin, part, quota, value);
        add(end, part, quota, -value);
    }

    void collect() {
        for (const UsageJob& job : usage_.jobs) {
            Moment waits = job.submit;
            const auto pending = [&](Moment until) {
                if (!job.background)
                    span(waits, until, DayPart::pending, job.quota, job.request);
            };
            for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i) {
                const UsageRun& run = usage_.runs[i];
                pending(run.start);
                span(run.start, run.end, DayPart::used, job.quota, run.gpu);
                waits = run.end;
            }
            pending(job.left);
        }
        for (const UsageStep& step : usage_.entitled)
            add(step.at, DayPart::entitled, step.subject, step.value);
        const auto unknown = [&](Moment begin, Moment end) {
            span(begin, end, DayPart::gap, 0, 1);
        };
        for (const auto& [begin, end] : usage_.gaps)
            unknown(begin, end);
        unknown(from_, usage_.from);
        unknown(usage_.to, to_);
        std::stable_sort(turns_.begin(), turns_.end(),
                         [](const DayTurn& a, const DayTurn& b) { return a.at < b.at; });
    }

    void settle(DayCell& cell, Moment at) const {
        const Duration time = gaps_ > 0 ? 0 : at - cell.since;
        cell.had += Int128{cell.has()} * time;
        cell.wanted += Int128{cell.wants()} * time;
        cell.since = at;
    }

    // The cell is settled, and `below_` follows what the change makes of it.
    template <typename Change>
    void change(std::uint32_t quota, Moment at, Change make) {
        DayCell& cell = cells_[quota];
        settle(cell, at);
        below_ -= cell.wants() - cell.has();
        make(cell);
        below_ += cell.wants() - cell.has();
    }

    void take(const DayTurn& turn) {
        if (turn.part == DayPart::gap) {
            for (DayCell& cell : cells_)
                settle(cell, turn.at);
            gaps_ += static_cast<int>(turn.value);
            return;
        }
        const Gpu before = std::max<Gpu>(0, cells_[turn.quota].entitled);
        change(turn.quota, turn.at, [&](DayCell& cell) {
            if (turn.part == DayPart::entitled)
                cell.entitled = turn.value;
            else
                (turn.part == DayPart::used ? cell.used : cell.pending) += turn.value;
        });
        const std::uint32_t above = usage_.quotas[turn.quota].parent;
        if (turn.part == DayPart::entitled && above != kNone)
            change(above, turn.at, [&](DayCell& cell) {
                cell.ofChildren += std::max<Gpu>(0, turn.value) - before;
            });
    }

    void note(FairDay& day, Moment at) const {
        const bool known =
            gaps_ == 0 && std::any_of(cells_.begin(), cells_.end(),
                                      [](const DayCell& cell) { return cell.entitled >= 0; });
        const Gpu below = known ? below_ : FairDay::kUnknown;
        if (day.below.empty() || day.below.back().second != below)
            day.below.emplace_back(at, below);
    }

    const Usage& usage_;
    Moment from_, to_;
    std::vector<DayCell> cells_;
    std::vector<DayTurn> turns_;
    Gpu below_ = 0;
    int gaps_ = 0;
};

}  // namespace

FairDay fairDayOf(const Usage& usage, Moment from, Moment to) {
    return DaySweep(usage, from, to).run();
}

}  // namespace apportion::report
