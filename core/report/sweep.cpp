// SPDX-License-Identifier: GPL-3.0-or-later
// Lending couples all quotas of a group at every instant. So each instant adds to a few integrals
// of the group what happens to one GPU of an idle guarantee, and a quota takes its part of them
// when something of its own changes.
#include "core/report/sweep.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace apportion::report {

QuotaColumns& QuotaColumns::operator+=(const QuotaColumns& other) {
    guaranteed += other.guaranteed;
    within += other.within;
    borrowed += other.borrowed;
    lent += other.lent;
    idleWaited += other.idleWaited;
    idleCalm += other.idleCalm;
    out += other.out;
    entitled += other.entitled;
    known += other.known;
    compared += other.compared;
    return *this;
}

CapacityColumns& CapacityColumns::operator+=(const CapacityColumns& other) {
    total += other.total;
    used += other.used;
    free += other.free;
    down += other.down;
    unknown += other.unknown;
    freeWaited += other.freeWaited;
    return *this;
}

struct Timeline::Change {
    enum class What : std::uint8_t {
        held,
        heldBeside,
        guarantee,
        kept,
        capacity,
        down,
        gap,
        share
    };
    Moment at = 0;
    std::int64_t value = 0;
    std::uint32_t subject = 0;
    What what = What::held;
    std::int16_t waits = 0;  // of `held`
};

namespace {

using What = Timeline::Change::What;

constexpr int kShift = 48;  // binary places of the integrals

// Of idle guarantee that is lent like any (0), or kept back (1).
enum Kind : std::size_t { kLendable, kKept, kKinds };
// In use by others; idle while no quota, one, or more than one of the group had work that waited.
enum Fate : std::size_t { kLent, kIdleNone, kIdleOne, kIdleMany, kFates };
using Fates = std::array<std::array<Amount, kKinds>, kFates>;

struct Cell {
    Gpu held = 0;
    Gpu beside = 0;  // by background work
    Gpu guarantee = 0;
    Gpu kept = 0;
    std::int64_t waits = 0;
    bool known = false;  // what it is entitled to
    Moment since = 0;
    Fates seen{};  // the group's, up to where it has taken its part
    QuotaColumns columns;

    Gpu within() const { return std::min(held, guarantee); }
    Gpu borrowed() const { return held - within() + beside; }
    Gpu lendable() const { return std::max<Gpu>(0, guarantee - std::max(held, kept)); }
    Gpu keeps() const { return guarantee - within() - lendable(); }
};

struct Group {
    Gpu capacity = 0, down = 0;
    Gpu guarantee = 0, within = 0, borrowed = 0;
    std::array<Gpu, kKinds> idle{};
    std::int64_t waiting = 0;  // quotas with work that waits
    Moment since = 0;
    bool fresh = false;  // `rates` are of what stands here
    struct Rates {
        CapacityColumns capacity;  // of one millisecond
        Fates fates{};
        Gpu lent = 0, rest = 0;
    } rates;
    Fates fates{};
    CapacityColumns columns;
    Amount lent = 0, idleSum = 0;
};

// Of one GPU of `whole` the part that `part` is, in 2^-48.
Amount portion(Gpu part, Gpu whole) {
    if (part == 0 || whole == 0)
        return 0;
    return part == whole ? Amount{1} << kShift : (Amount{part} << kShift) / whole;
}

class Sweep {
public:
    using Change = Timeline::Change;

    // `cellOf`: the quota that each stands in.
    Sweep(const Usage& usage, Moment from, std::vector<std::uint32_t> cellOf)
        : usage_(usage),
          cellOf_(std::move(cellOf)),
          sizes_(usage.quotas.size()),
          cells_(usage.quotas.size()),
          groups_(usage.groups) {
        for (Cell& cell : cells_)
            cell.since = from;
        for (Group& group : groups_)
            group.since = from;
    }

    void apply(const Change& change) {
        switch (change.what) {
            case What::capacity:
            case What::down: {
                Group& group = groups_[change.subject];
                advance(group, change.at);
                (change.what == What::capacity ? group.capacity : group.down) = change.value;
                group.fresh = false;
                return;
            }
            case What::gap:
                for (Group& group : groups_) {
                    advance(group, change.at);
                    group.fresh = false;
                }
                gaps_ += static_cast<int>(change.value);
                return;
            case What::share: {
                Cell& cell = cells_[cellOf_[change.subject]];
                Group& group = groups_[usage_.quotas[change.subject].group];
                advance(group, change.at);
                take(cell, group, change.at);
                cell.known = change.value != 0;
                return;
            }
            default:
                applyToCell(change);
        }
    }

    // Everything up to here, of which the next bucket knows nothing.
    void close(Moment at, CapacityColumns& capacity, std::vector<QuotaColumns>& quotas) {
        for (Group& group : groups_)
            advance(group, at);
        for (std::size_t i = 0; i < cells_.size(); ++i)
            take(cells_[i], groups_[usage_.quotas[i].group], at);
        for (std::size_t group = 0; group < groups_.size(); ++group)
            settle(group);
        for (Group& group : groups_) {
            capacity += group.columns;
            group.columns = {};
        }
        quotas.resize(cells_.size());
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            QuotaColumns& columns = cells_[i].columns;
            columns.out = columns.guaranteed - columns.within - columns.lent - columns.idleWaited -
                          columns.idleCalm;
            quotas[i] = std::exchange(columns, {});
        }
    }

private:
    void applyToCell(const Change& change) {
        Cell& cell = cells_[cellOf_[change.subject]];
        Group& group = groups_[usage_.quotas[change.subject].group];
        advance(group, change.at);
        take(cell, group, change.at);
        add(group, cell, -1);
        if (change.what == What::held)
            cell.held += change.value;
        else if (change.what == What::heldBeside)
            cell.beside += change.value;
        else if (change.what == What::guarantee)
            cell.guarantee +=
                change.value - std::exchange(sizes_[change.subject].first, change.value);
        else
            cell.kept += change.value - std::exchange(sizes_[change.subject].second, change.value);
        cell.waits += change.waits;
        add(group, cell, +1);
        group.fresh = false;
    }

    static void add(Group& group, const Cell& cell, int sign) {
        group.guarantee += sign * cell.guarantee;
        group.within += sign * cell.within();
        group.borrowed += sign * cell.borrowed();
        group.idle[kLendable] += sign * cell.lendable();
        group.idle[kKept] += sign * cell.keeps();
        group.waiting += cell.waits > 0 ? sign : 0;
    }

    // What a millisecond is now.
    void look(Group& group) const {
        Group::Rates& rates = group.rates;
        rates = {};
        CapacityColumns& now = rates.capacity;
        const Gpu used = group.within + group.borrowed;
        const Gpu total = std::max(group.capacity, used);
        const Gpu down = std::min(group.down, total - used);
        const Gpu rest = total - used - down;
        const Gpu free = gaps_ > 0 ? 0 : rest;
        now = {total, used, free, down, rest - free, group.waiting > 0 ? free : 0};
        // What no guarantee covers is borrowed first.
        const Gpu unassigned = std::max<Gpu>(0, total - down - group.guarantee);
        const auto [lendable, kept] = group.idle;
        const Gpu lent = std::min(lendable + kept, std::max<Gpu>(0, group.borrowed - unassigned));
        const Gpu idle = std::min(lendable + kept - lent, free);
        rates.lent = lent;
        rates.rest = idle;
        const std::array<Gpu, kKinds> lentOf{std::min(lent, lendable),
                                             lent - std::min(lent, lendable)};
        const Gpu left = lendable + kept - lent;
        const Fate fate = group.waiting == 0   ? kIdleNone
                          : group.waiting == 1 ? kIdleOne
                                               : kIdleMany;
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            const Gpu all = group.idle[kind];
            rates.fates[kLent][kind] = portion(lentOf[kind], all);
            const Amount spared = portion(all - lentOf[kind], all);
            rates.fates[fate][kind] = idle == left ? spared : left == 0 ? 0 : spared * idle / left;
        }
        group.fresh = true;
    }

    void advance(Group& group, Moment at) const {
        const Duration time = at - group.since;
        if (time <= 0)
            return;
        if (!group.fresh)
            look(group);
        const Group::Rates& rates = group.rates;
        for (std::size_t fate = 0; fate < kFates; ++fate)
            for (std::size_t kind = 0; kind < kKinds; ++kind)
                if (rates.fates[fate][kind] != 0)
                    group.fates[fate][kind] += rates.fates[fate][kind] * time;
        CapacityColumns& sum = group.columns;
        sum.total += rates.capacity.total * time;
        sum.used += rates.capacity.used * time;
        sum.free += rates.capacity.free * time;
        sum.down += rates.capacity.down * time;
        sum.unknown += rates.capacity.unknown * time;
        sum.freeWaited += rates.capacity.freeWaited * time;
        group.lent += Amount{rates.lent} * time;
        group.idleSum += Amount{rates.rest} * time;
        group.since = at;
    }

    static void take(Cell& cell, const Group& group, Moment at) {
        const Duration time = at - cell.since;
        QuotaColumns& columns = cell.columns;
        if (time > 0) {
            columns.guaranteed += Amount{cell.guarantee} * time;
            columns.within += Amount{cell.within()} * time;
            columns.borrowed += Amount{cell.borrowed()} * time;
            columns.compared +=
                cell.known ? Amount{cell.within() + cell.borrowed()} * time : Amount{0};
            const std::array<Gpu, kKinds> idle{cell.lendable(), cell.keeps()};
            if (idle[kLendable] + idle[kKept] > 0) {
                const auto part = [&](Fate fate) {
                    Amount sum = 0;
                    for (std::size_t kind = 0; kind < kKinds; ++kind)
                        if (idle[kind] > 0)
                            sum += (group.fates[fate][kind] - cell.seen[fate][kind]) * idle[kind];
                    return sum >> kShift;
                };
                columns.lent += part(kLent);
                columns.idleCalm += part(kIdleNone);
                // The only quota whose work waits is no other.
                (cell.waits > 0 ? columns.idleCalm : columns.idleWaited) += part(kIdleOne);
                columns.idleWaited += part(kIdleMany);
            }
        }
        cell.since = at;
        cell.seen = group.fates;
    }

    // Gives the units that rounding down has left to the first quotas that can have had them.
    void settle(std::size_t number) {
        Group& group = groups_[number];
        Amount lent = std::exchange(group.lent, 0);
        Amount idle = std::exchange(group.idleSum, 0);
        const auto each = [&](auto&& visit) {
            for (std::size_t i = 0; i < cells_.size(); ++i)
                if (usage_.quotas[i].group == number)
                    visit(cells_[i].columns);
        };
        each([&](const QuotaColumns& columns) {
            lent -= columns.lent;
            idle -= columns.idleWaited + columns.idleCalm;
        });
        each([&](QuotaColumns& columns) {
            const auto give = [&](Amount& left, Amount& to) {
                const Amount spare = columns.guaranteed - columns.within - columns.lent -
                                     columns.idleWaited - columns.idleCalm;
                const Amount part = std::min(left, spare);
                to += part;
                left -= part;
            };
            give(lent, columns.lent);
            give(idle,
                 columns.idleWaited > columns.idleCalm ? columns.idleWaited : columns.idleCalm);
        });
    }

    const Usage& usage_;
    const std::vector<std::uint32_t> cellOf_;
    std::vector<std::pair<Gpu, Gpu>> sizes_;  // by quota: guaranteed, and what it does not lend
    std::vector<Cell> cells_;
    std::vector<Group> groups_;
    int gaps_ = 0;
};

void addEntitled(const Usage& usage, std::span<const Moment> edges, Swept& swept) {
    // The end of each step is the next one of its quota.
    std::vector<const UsageStep*> last(usage.quotas.size(), nullptr);
    const auto close = [&](const UsageStep* step, Moment end) {
        if (step == nullptr || step->value < 0)
            return;
        for (std::size_t bucket = 0; bucket + 1 < edges.size(); ++bucket) {
            const Duration time =
                std::min(end, edges[bucket + 1]) - std::max(step->at, edges[bucket]);
            if (time <= 0)
                continue;
            QuotaColumns& columns = swept.quotas[bucket][step->subject];
            columns.entitled += Amount{step->value} * time;
            columns.known += time;
        }
    };
    for (const UsageStep& step : usage.entitled) {
        close(last[step.subject], step.at);
        last[step.subject] = &step;
    }
    for (const UsageStep* step : last)
        close(step, usage.to);
    // What its children are entitled to is theirs.
    for (std::vector<QuotaColumns>& columns : swept.quotas) {
        const std::vector<QuotaColumns> all = columns;
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (const std::uint32_t above = usage.quotas[i].parent; above != kNone)
                columns[above].entitled -= all[i].entitled;
        for (QuotaColumns& each : columns)
            each.entitled = std::max<Amount>(0, each.entitled);
    }
}

}  // namespace

Timeline::Timeline(const Usage& usage, Moment from, Moment to) : usage_(usage) {
    changes_.reserve(2 * (usage.runs.size() + usage.jobs.size() + usage.gaps.size()) +
                     usage.guarantees.size() + usage.kept.size());
    addJobs(from, to);
    const auto add = [&](Moment at, std::int64_t value, std::uint32_t subject, What what) {
        if (at < to)
            changes_.push_back({std::max(at, from), value, subject, what});
    };
    const auto gap = [&](Moment start, Moment end) {
        if (end <= from || start >= end)
            return;
        add(start, 1, 0, What::gap);
        add(end, -1, 0, What::gap);
    };
    const auto addSteps = [&](const std::vector<UsageStep>& steps, What what) {
        for (const UsageStep& step : steps)
            add(step.at, step.value, step.subject, what);
    };
    addSteps(usage.guarantees, What::guarantee);
    addSteps(usage.kept, What::kept);
    addSteps(usage.capacity, What::capacity);
    addSteps(usage.down, What::down);
    // Whether a share is known, and not what it is.
    std::vector<bool> known(usage.quotas.size(), false);
    for (const UsageStep& step : usage.entitled)
        if (known[step.subject] != (step.value >= 0)) {
            known[step.subject] = step.value >= 0;
            add(step.at, known[step.subject] ? 1 : 0, step.subject, What::share);
        }
    for (std::uint32_t quota = 0; quota < known.size(); ++quota)
        if (known[quota])
            add(usage.to, 0, quota, What::share);
    for (const auto& [start, end] : usage.gaps)
        gap(start, end);
    // What is not covered is not known.
    gap(from, usage.from);
    gap(usage.to, to);
    std::stable_sort(changes_.begin(), changes_.end(),
                     [](const Change& a, const Change& b) { return a.at < b.at; });
}

Timeline::~Timeline() = default;

// What happens to a job at one moment is one change.
void Timeline::addJobs(Moment from, Moment to) {
    for (const UsageJob& job : usage_.jobs) {
        const std::size_t first = changes_.size();
        const What what = job.background ? What::heldBeside : What::held;
        const auto add = [&](Moment at, Gpu gpu, int waits) {
            at = std::max(at, from);
            if (at >= to)
                return;
            if (changes_.size() == first || changes_.back().at != at)
                changes_.push_back({at, 0, job.quota, what});
            changes_.back().value += gpu;
            changes_.back().waits = static_cast<std::int16_t>(changes_.back().waits + waits);
        };
        const auto span = [&](Moment start, Moment end, Gpu gpu, int waits) {
            if (end <= from || start >= end)
                return;
            add(start, gpu, waits);
            add(end, -gpu, -waits);
        };
        const int waiting = job.background ? 0 : 1;
        Moment waits = job.submit;
        for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i) {
            const UsageRun& run = usage_.runs[i];
            span(waits, run.start, 0, waiting);
            span(run.start, run.end, run.gpu, 0);
            waits = run.end;
        }
        span(waits, std::min(job.left, usage_.to), 0, waiting);
    }
}

Swept Timeline::sweepCells(std::span<const Moment> edges, std::vector<std::uint32_t> cellOf) const {
    Swept swept;
    swept.capacity.resize(edges.size() - 1);
    swept.quotas.resize(edges.size() - 1);
    Sweep under(usage_, edges.front(), std::move(cellOf));
    auto next = changes_.begin();
    for (std::size_t bucket = 0; bucket + 1 < edges.size(); ++bucket) {
        for (; next != changes_.end() && next->at < edges[bucket + 1]; ++next)
            under.apply(*next);
        under.close(edges[bucket + 1], swept.capacity[bucket], swept.quotas[bucket]);
    }
    return swept;
}

int depthOf(const Usage& usage, std::uint32_t quota) {
    int depth = 0;
    for (; usage.quotas[quota].parent != kNone; quota = usage.quotas[quota].parent)
        ++depth;
    return depth;
}

Swept Timeline::sweep(std::span<const Moment> edges) const {
    std::vector<std::uint32_t> cellOf(usage_.quotas.size());
    std::iota(cellOf.begin(), cellOf.end(), 0U);
    Swept swept = sweepCells(edges, std::move(cellOf));
    addEntitled(usage_, edges, swept);
    return swept;
}

Swept Timeline::sweepAt(std::span<const Moment> edges, int depth) const {
    std::vector<std::uint32_t> cellOf(usage_.quotas.size());
    for (std::uint32_t quota = 0; quota < cellOf.size(); ++quota) {
        std::uint32_t above = quota;
        for (int below = depthOf(usage_, quota); below > depth; --below)
            above = usage_.quotas[above].parent;
        cellOf[quota] = above;
    }
    return sweepCells(edges, std::move(cellOf));
}

Swept sweep(const Usage& usage, std::span<const Moment> edges) {
    return Timeline(usage, edges.front(), edges.back()).sweep(edges);
}

}  // namespace apportion::report
