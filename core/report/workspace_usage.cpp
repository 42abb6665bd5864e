// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/workspace_usage.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include "core/report/accounts.h"

namespace apportion::report {

namespace {

constexpr Duration kHourLong = 3600 * kSecond;
constexpr Duration kDayLong = 24 * kHourLong;

enum class Part : std::uint8_t { used, pending, entitled, guarantee, gap };

// Of `subject`: by how much it changes, or what it is from then on. Of use: whether it is its own.
struct Turn {
    Moment at = 0;
    Part part = Part::used;
    std::uint32_t subject = 0;
    std::int64_t value = 0;
};

class Reader {
public:
    Reader(const Usage& usage, const std::string& workspace, const std::vector<std::string>& quotas,
           WorkspaceUsage& made)
        : usage_(usage), workspace_(workspace), made_(made), ours_(usage.quotas.size(), false) {
        std::vector<bool> named(usage.quotas.size(), false);
        for (std::uint32_t i = 0; i < usage.quotas.size(); ++i)
            named[i] = !usage.quotas[i].hidden && std::find(quotas.begin(), quotas.end(),
                                                            usage.quotas[i].name) != quotas.end();
        for (std::uint32_t i = 0; i < usage.quotas.size(); ++i) {
            std::uint32_t above = i;
            while (above != kNone && !named[above])
                above = usage.quotas[above].parent;
            ours_[i] = above != kNone;
            const std::uint32_t parent = usage.quotas[i].parent;
            if (named[i] && (parent == kNone || !ours_[parent]))
                tops_.push_back(i);
        }
    }

    const std::vector<std::uint32_t>& tops() const { return tops_; }

    void read() {
        collect();
        std::stable_sort(turns_.begin(), turns_.end(),
                         [](const Turn& a, const Turn& b) { return a.at < b.at; });
        shares_.assign(usage_.quotas.size(), 0);
        sizes_.assign(usage_.quotas.size(), 0);
        const Moment end = made_.now;
        Moment since = turns_.empty() ? end : turns_.front().at;
        for (std::size_t i = 0; i < turns_.size() && turns_[i].at < end;) {
            const Moment at = turns_[i].at;
            count(since, at);
            since = at;
            for (; i < turns_.size() && turns_[i].at == at; ++i)
                take(turns_[i]);
            note(at);
        }
        count(since, end);
        noteSpent(end);
        if (wanted_ > 0)
            made_.shareKept = mulDivHalfUp(had_, 1'000'000, wanted_);
        finishUsers();
    }

    // Of the quotas, in the last stretch before now.
    Amount usedSince(Moment from) const {
        Amount sum = 0;
        for (const UsageJob& job : usage_.jobs)
            if (ours_[job.quota])
                for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i)
                    sum += part(usage_.runs[i], from);
        return sum;
    }

    std::int64_t guaranteed() const {
        std::int64_t sum = 0;
        for (std::uint32_t i = 0; i < usage_.quotas.size(); ++i)
            sum += ours_[i] ? sizes_[i] : 0;
        return sum;
    }

private:
    Amount part(const UsageRun& run, Moment from) const {
        const Moment to = std::min(run.end, made_.now);
        return to > std::max(run.start, from) ? Amount{run.gpu} * (to - std::max(run.start, from))
                                              : Amount{0};
    }

    void collect() {
        for (const UsageJob& job : usage_.jobs) {
            if (!ours_[job.quota])
                continue;
            Moment waits = job.submit;
            for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i) {
                const UsageRun& run = usage_.runs[i];
                pending(job, waits, run.start);
                waits = run.end;
                turns_.push_back({run.start, Part::used, isOwn(job), run.gpu});
                turns_.push_back({run.end, Part::used, isOwn(job), -run.gpu});
                made_.inQuotas += part(run, made_.period.from);
            }
            pending(job, waits, job.left);
            if (!isOwn(job))
                continue;
            User& user = users_[nameOf(job)];
            for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i)
                user.used += part(usage_.runs[i], made_.period.from);
        }
        for (const UsageEviction& each : usage_.evictions)
            if (each.victim != kNone && isOwn(usage_.jobs[each.victim]) &&
                each.at >= made_.period.from && each.at < made_.now) {
                made_.lost += each.lost;
                users_[nameOf(usage_.jobs[each.victim])].lost += each.lost;
            }
        const auto steps = [&](const std::vector<UsageStep>& all, Part part) {
            for (const UsageStep& step : all)
                if (ours_[step.subject])
                    turns_.push_back({step.at, part, step.subject, step.value});
        };
        steps(usage_.entitled, Part::entitled);
        steps(usage_.guarantees, Part::guarantee);
        for (const auto& [from, to] : usage_.gaps) {
            turns_.push_back({from, Part::gap, 0, 1});
            turns_.push_back({to, Part::gap, 0, -1});
        }
    }

    void pending(const UsageJob& job, Moment from, Moment to) {
        if (job.background || from >= to)
            return;
        turns_.push_back({from, Part::pending, 0, job.request});
        turns_.push_back({to, Part::pending, 0, -job.request});
    }

    bool isOwn(const UsageJob& job) const {
        return ours_[job.quota] && job.workspace != kNone &&
               usage_.workspaces[job.workspace] == workspace_;
    }

    std::string nameOf(const UsageJob& job) const {
        return job.user != kNone ? usage_.users[job.user] : std::string();
    }

    void take(const Turn& turn) {
        switch (turn.part) {
            case Part::used:
                used_ += turn.value;
                own_ += turn.subject != 0 ? turn.value : 0;
                break;
            case Part::pending:
                pending_ += turn.value;
                break;
            case Part::entitled:
                shares_[turn.subject] = turn.value;
                break;
            case Part::guarantee:
                sizes_[turn.subject] = turn.value;
                break;
            case Part::gap:
                gaps_ += turn.value;
                break;
        }
    }

    // What the quotas are entitled to; below 0 = not known.
    std::int64_t entitled() const {
        std::int64_t sum = 0;
        for (const std::uint32_t top : tops_) {
            if (shares_[top] < 0)
                return WorkspaceUsage::kUnknown;
            sum += shares_[top];
        }
        return gaps_ > 0 ? WorkspaceUsage::kUnknown : sum;
    }

    void count(Moment from, Moment to) {
        from = std::max(from, made_.period.from);
        for (Moment at = from; at < to;) {
            const Moment next = std::min(to, (at / kHourLong + 1) * kHourLong);
            if (made_.spent.at.empty() || at % kHourLong == 0)
                noteSpent(at);
            spent_ += Amount{own_} * (next - at);
            at = next;
        }
        const std::int64_t share = entitled();
        if (to <= from || share < 0)
            return;
        had_ += Amount{to - from} * std::min(used_, share);
        wanted_ += Amount{to - from} * std::min(used_ + pending_, share);
    }

    void noteSpent(Moment at) {
        made_.spent.at.push_back(at);
        made_.spent.value.push_back(saturated(spent_));
    }

    static void step(WorkspaceUsage::Line& line, Moment at, std::int64_t value) {
        if (!line.value.empty() && line.value.back() == value)
            return;
        line.at.push_back(at);
        line.value.push_back(value);
    }

    void note(Moment at) {
        step(made_.running, at, gaps_ > 0 ? WorkspaceUsage::kUnknown : own_);
        step(made_.entitled, at, entitled());
        step(made_.guarantee, at, guaranteed());
    }

    void finishUsers() {
        for (auto& [name, user] : users_)
            made_.users.push_back({name, user.used, user.lost});
        std::stable_sort(made_.users.begin(), made_.users.end(),
                         [](const auto& a, const auto& b) { return a.used > b.used; });
        for (const auto& user : made_.users)
            made_.used += user.used;
    }

    using User = WorkspaceUsage::User;
    const Usage& usage_;
    const std::string& workspace_;
    WorkspaceUsage& made_;
    std::vector<bool> ours_;  // at or below a quota of the workspace
    std::vector<std::uint32_t> tops_;
    std::vector<Turn> turns_;
    std::map<std::string, User> users_;
    std::int64_t used_ = 0, own_ = 0, pending_ = 0, gaps_ = 0;
    std::vector<std::int64_t> shares_, sizes_;
    Amount had_ = 0, wanted_ = 0, spent_ = 0;
};

}  // namespace

Moment workspaceFrom(const Calendar& calendar, Moment now) {
    return std::min(budgetsFrom(calendar, now), now - 7 * kDayLong);
}

WorkspaceUsage workspaceUsage(const Usage& usage, const std::string& workspace,
                              const std::vector<std::string>& quotas, const Calendar& calendar,
                              Moment now) {
    WorkspaceUsage made;
    made.now = now;
    made.dates = usage.dates;
    made.period = usage.dates ? calendar.containing(now, PeriodUnit::week)
                              : Period{usage.from, std::max(usage.to, now), {}};
    Reader reader(usage, workspace, quotas, made);
    if (usage.dates)
        for (const BudgetUse& budget : budgetsAt(usage, calendar, now))
            if (std::find(reader.tops().begin(), reader.tops().end(), budget.quota) !=
                reader.tops().end()) {
                made.isBudget = true;
                made.period = budget.period;
                made.allowance = Amount{kOneGpu} * 36 * kSecond * budget.budget.gpuHours;
                break;
            }
    reader.read();
    const Duration length = made.period.to - made.period.from;
    const Duration passed = now - made.period.from;
    if (!made.isBudget)
        made.allowance = Amount{reader.guaranteed()} * length;
    if (length <= 0 || passed <= 0)
        return made;
    made.even = made.allowance * passed / length;
    made.passed = made.recorded = passed;
    for (const auto& [from, to] : gapsIn(usage, made.period.from, now))
        made.recorded -= to - from;
    // A pace is that of the time since the record began.
    const Duration since = now - std::max(made.period.from, usage.from);
    if (since < std::min(passed, kDayLong) || 2 * made.recorded < since)
        return made;
    const Duration lately = std::min(since, kDayLong);
    const std::array<Amount, 2> paces{made.inQuotas * (length - passed) / since,
                                      reader.usedSince(now - lately) * (length - passed) / lately};
    made.end = {made.inQuotas + std::min(paces[0], paces[1]),
                made.inQuotas + std::max(paces[0], paces[1])};
    return made;
}

}  // namespace apportion::report
