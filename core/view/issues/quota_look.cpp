// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/quota_look.h"

#include <algorithm>

namespace apportion {

namespace {

// Fewer say nothing of what is usual.
constexpr std::size_t kLeastStarts = 3;

}  // namespace

Issue aboutQuota(const QuotaRow& row, Message what) {
    Issue issue;
    issue.what = std::move(what);
    issue.subjectKind = Issue::Subject::quota;
    issue.subject = row.name;
    issue.colour = row.colour;
    return issue;
}

QuotaLook::QuotaLook(const Engine& engine, const View& view) : engine_(engine), view_(view) {
    const std::vector<QuotaRow>& quotas = view.quotas;
    rows_.reserve(quotas.size());
    groups_.reserve(quotas.size());
    children_.resize(quotas.size());
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        const QuotaRow& row = quotas[i];
        rows_.emplace(row.name, i);
        if (row.parent >= 0) {  // a row before this one
            const auto parent = static_cast<std::size_t>(row.parent);
            groups_.push_back(groups_[parent]);
            children_[parent].push_back(&row);
        } else {
            const auto id = engine.findQuota(row.name);
            groups_.push_back(id ? engine.groupOf(*id) : -1);
            roots_[groups_.back()].push_back(&row);
        }
    }
    const std::vector<NodeRow>& nodes = view.nodes.rows;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        Gpu& sum = capacity_[engine.nodeGroup(i)];
        if (nodes[i].state == NodeState::ready)
            sum += nodes[i].devices * kOneGpu;
        else if (isClosed(nodes[i].state))
            sum += nodes[i].used;
    }
}

const QuotaRow* QuotaLook::find(std::string_view name) const {
    const auto found = rows_.find(name);
    return found == rows_.end() ? nullptr : &view_.quotas[found->second];
}

const QuotaRow* QuotaLook::parent(const QuotaRow& row) const {
    return row.parent < 0 ? nullptr : &view_.quotas[static_cast<std::size_t>(row.parent)];
}

std::size_t QuotaLook::indexOf(const QuotaRow& row) const {
    return static_cast<std::size_t>(&row - view_.quotas.data());
}

int QuotaLook::group(const QuotaRow& row) const {
    return groups_[indexOf(row)];
}

const std::vector<const QuotaRow*>& QuotaLook::level(const QuotaRow& row) const {
    return row.parent < 0 ? roots_.at(group(row)) : children_[static_cast<std::size_t>(row.parent)];
}

const std::vector<const QuotaRow*>& QuotaLook::children(const QuotaRow& row) const {
    return children_[indexOf(row)];
}

bool QuotaLook::isBelow(const QuotaRow& row, const QuotaRow& above) const {
    for (const QuotaRow* at = &row; at != nullptr; at = parent(*at))
        if (at == &above)
            return true;
    return false;
}

Duration QuotaLook::minRuntime(const QuotaRow& row) const {
    for (const QuotaRow* at = &row; at != nullptr; at = parent(*at))
        if (at->policy.minRuntime)
            return *at->policy.minRuntime;
    return engine_.settings().minRuntime;
}

Gpu QuotaLook::capacity(int group) const {
    const auto found = capacity_.find(group);
    return found == capacity_.end() ? 0 : found->second;
}

Gpu QuotaLook::unused(int group) const {
    Gpu used = 0;
    const std::vector<NodeRow>& nodes = view_.nodes.rows;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].state != NodeState::down && engine_.nodeGroup(i) == group)
            used += nodes[i].used;
    return std::max<Gpu>(0, capacity(group) - used);
}

std::optional<QuotaLook::Sizes> QuotaLook::sizesFor(const QuotaRow& row, Gpu guaranteed) const {
    const Gpu now = row.numbers.guaranteed;
    if (guaranteed <= now || (row.numbers.limit && *row.numbers.limit < guaranteed))
        return std::nullopt;
    Sizes sizes{{row.name, guaranteed}};
    std::vector<const QuotaRow*> level = this->level(row);  // sorted below
    const QuotaRow* above = parent(row);
    Gpu unassigned = above ? above->numbers.guaranteed : capacity(group(row));
    for (const QuotaRow* each : level)
        unassigned -= each->numbers.guaranteed;
    Gpu missing = guaranteed - now - std::max<Gpu>(0, unassigned);
    const auto spare = [](const QuotaRow& each) {
        const Gpu keep = std::max({each.numbers.subtree + each.numbers.pending,
                                   each.childrenGuaranteed, each.policy.lend.value_or(0)});
        return each.numbers.guaranteed - keep;
    };
    std::stable_sort(level.begin(), level.end(),
                     [&](const QuotaRow* a, const QuotaRow* b) { return spare(*a) > spare(*b); });
    for (const QuotaRow* each : level) {
        if (missing <= 0 || spare(*each) <= 0)
            break;
        if (each->name == row.name)
            continue;
        const Gpu given = std::min(missing, spare(*each));
        sizes.emplace_back(each->name, each->numbers.guaranteed - given);
        missing -= given;
    }
    if (missing <= 0)
        return sizes;
    if (above == nullptr)
        return std::nullopt;
    const auto larger = sizesFor(*above, above->numbers.guaranteed + missing);
    if (!larger)
        return std::nullopt;
    sizes.insert(sizes.end(), larger->begin(), larger->end());
    return sizes;
}

UsualWaits::UsualWaits(const View& view) {
    std::map<std::string_view, std::vector<Duration>> waits;
    for (const auto* rows : {&view.running, &view.ended})
        for (const WorkloadRow& row : *rows)
            if (row.status.start)
                waits[row.quota].push_back(row.status.waited);
    for (auto& [quota, list] : waits) {
        if (list.size() < kLeastStarts)
            continue;
        const auto middle = list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
        std::nth_element(list.begin(), middle, list.end());
        medians_[quota] = *middle;
    }
}

std::optional<Duration> UsualWaits::median(std::string_view quota) const {
    const auto found = medians_.find(quota);
    return found == medians_.end() ? std::nullopt : std::optional(found->second);
}

bool UsualWaits::isLong(std::string_view quota, Duration waited) const {
    return waited >= std::max(kShortWait, kManyMedians * median(quota).value_or(0));
}

IssueFix policyFix(const std::string& quota, PolicyChange change) {
    SetPolicy set{quota};
    set.set = std::move(change);
    return fixBy(std::move(set), quota);
}

Issue about(const QuotaRow& row, Message what) {
    Issue issue;
    issue.what = std::move(what);
    issue.subjectKind = Issue::Subject::quota;
    issue.subject = row.name;
    issue.colour = row.colour;
    return issue;
}

}  // namespace apportion
