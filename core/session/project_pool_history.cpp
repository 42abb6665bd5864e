// SPDX-License-Identifier: GPL-3.0-or-later
// What the pool of a project draws over time: its teams, their sizes, and the marks of its journal.
#include <algorithm>
#include <chrono>

#include "core/change/renamed.h"
#include "core/session/history/journal_rows.h"
#include "core/session/project_pool.h"
#include "core/view/history/size_changes.h"
#include "core/view/visible_rows.h"

namespace apportion {

namespace {

// How long reading the past may keep everything else waiting, when a file is opened.
constexpr auto kFirstReading = std::chrono::milliseconds(150);

bool sameButColour(const std::vector<TeamInfo>& some, const std::vector<TeamInfo>& others) {
    return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                      [](TeamInfo one, const TeamInfo& other) {
                          one.colour = other.colour;
                          return one == other;
                      });
}

}  // namespace

bool ProjectPool::areRenamed(const std::vector<TeamInfo>& teams, Revision after) {
    constexpr Revision kMost = 200;
    constexpr FactFilter kOfQuotas{.kind = ObjectKind::quota};
    if (teams.size() != teams_.size() || loaded_ <= after || loaded_ - after > kMost)
        return false;
    const auto entries =
        desk_->file().entriesFrom(after + 1, static_cast<std::size_t>(loaded_ - after), kOfQuotas);
    if (!entries)
        return false;
    std::vector<std::string> names;
    for (const TeamInfo& team : teams_)
        names.push_back(team.quota);
    for (const JournalEntry& entry : *entries)
        for (const auto& [from, to] : renamedQuotas(entry))
            std::replace(names.begin(), names.end(), from, to);
    for (std::size_t i = 0; i < teams.size(); ++i)
        if (teams[i].quota != names[i] || teams[i].above != teams_[i].above)
            return false;
    return true;
}

void ProjectPool::loadTeams(Revision after) {
    const auto project = desk_->project();
    if (!project)
        return;
    auto teams = visibleTeams(desk_->who(), **project);
    if (history_ && sameButColour(teams, teams_))
        return;
    const bool renamed = history_ && areRenamed(teams, after);
    if (renamed)
        colours_.rename(teams_, teams);
    colours_.give(teams);
    teams_ = std::move(teams);
    if (renamed)
        return history_->rename(teams_);
    history_.emplace(**project, teams_, epoch_, desk_->now(), !seesAll(desk_->who(), **project));
    history_->read(*desk_, std::chrono::steady_clock::now() + kFirstReading);
    for (auto row = journal_.rbegin(); row != journal_.rend(); ++row)
        if (auto mark = markOf(*row, epoch_))
            history_->addMark(std::move(*mark));
}

// Of the latest entries: what lies before them is shown with the first size that is known.
void ProjectPool::loadSizes(const Project& project, Revision after) {
    constexpr FactFilter kOfQuotas{.kind = ObjectKind::quota};
    constexpr FactFilter kOfNodes{.kind = ObjectKind::nodes};
    for (auto row = journal_.rbegin(); row != journal_.rend(); ++row) {
        if (row->n <= after || !changesSizes(row->action))
            continue;
        auto entry = desk_->file().entriesFrom(row->n, 1, kOfQuotas);
        if (!entry || entry->empty())
            continue;
        if (changesNodes(row->action))
            if (const auto nodes = desk_->file().entriesFrom(row->n, 1, kOfNodes);
                nodes && !nodes->empty())
                entry->front().facts.insert(entry->front().facts.end(),
                                            nodes->front().facts.begin(),
                                            nodes->front().facts.end());
        apportion::follow(sizes_, entry->front(), epoch_);
    }
    std::vector<Gpu> now;
    now.reserve(teams_.size());
    for (const TeamInfo& team : teams_) {
        const auto& quotas = project.pool.quotas;
        const auto quota = std::find_if(quotas.begin(), quotas.end(),
                                        [&](const Quota& each) { return each.name == team.quota; });
        now.push_back(quota == quotas.end() ? 0 : quota->guaranteed.gpu);
    }
    history_->setSizes(sizes_, std::move(now));
}

// While nobody decides there is nothing to be told of the time that passes.
void ProjectPool::addToHistory(const Project& project) {
    if (live_ || holder_)
        history_->add(source().engine, project, at_);
    else
        history_->addUnknown(at_);
}

void ProjectPool::lookAtPast(Instant from, Instant to) {
    if (const auto project = desk_->project(); project && history_)
        history_->look(**project, from + epoch_, to + epoch_);
}

}  // namespace apportion
