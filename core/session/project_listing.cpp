// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project_listing.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/store/unseated.h"
#include "core/view/snapshot.h"
#include "core/view/visible_rows.h"
#include "core/view/work_row.h"

namespace apportion {

namespace {

class Listing {
public:
    Listing(const Project& project, const std::string& who, Moment epoch, Moment now)
        : project_(project), epoch_(epoch), now_(now), unseated_(store::unseated(project)) {
        for (const TeamInfo& team : visibleTeams(who, project))
            colours_.emplace(team.quota, team.colour);
        for (const Quota& quota : project.pool.quotas)
            quotas_.emplace(quota.name, &quota);
        if (!seesAll(who, project))
            readable_ = readableWork(who, project);
    }

    ProjectListing make() {
        listing_.clock = now_ - epoch_;
        std::vector<std::pair<Moment, std::size_t>> waiting;  // by submission
        std::vector<std::size_t> beside;                      // they wait for an approval
        for (std::size_t i = 0; i < project_.work.size(); ++i) {
            const ProjectWorkload& work = project_.work[i];
            if (readable_ && !readable_(work.spec))
                continue;
            if (work.needsApproval())
                beside.push_back(i);
            else if (waits(work))
                waiting.emplace_back(work.run.submitted, i);
            else if (++listing_.key.running; listing_.running.size() < View::kMostRows)
                listing_.running.push_back(runningRow(work));
        }
        listing_.key.waiting = static_cast<int>(waiting.size() + beside.size());
        listing_.key.unapproved = static_cast<int>(beside.size());
        const std::size_t shown = std::min(waiting.size(), View::kMostRows);
        std::partial_sort(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(shown),
                          waiting.end());
        waiting.resize(shown);
        for (const auto& [submitted, i] : waiting)
            listing_.waiting.push_back(waitingRow(project_.work[i]));
        for (const std::size_t i : beside)
            if (listing_.waiting.size() < View::kMostRows)
                listing_.waiting.push_back(waitingRow(project_.work[i]));
        return std::move(listing_);
    }

private:
    // As an engine would take it.
    bool waits(const ProjectWorkload& work) const {
        return !holdsNodes(work.run) || unseated_.contains(work.spec.name);
    }

    WorkloadRow row(const ProjectWorkload& work) const {
        WorkloadRow row = rowOf(work, epoch_);
        row.status.end.reset();
        row.status.reason.reset();
        if (row.quota.empty())
            for (const Workspace& workspace : project_.pool.workspaces)
                if (workspace.name == row.workspace && !workspace.quotas.empty())
                    row.quota = workspace.quotas.front();
        const auto quota = quotas_.find(row.quota);
        row.team = quota == quotas_.end() ? row.quota : quota->second->displayName();
        row.colour = colour(row.quota);
        return row;
    }

    WorkloadRow waitingRow(const ProjectWorkload& work) const {
        WorkloadRow row = this->row(work);
        row.status.state = WorkloadState::pending;
        row.unasked = true;
        // What lost its room began to wait when somebody looked.
        if (!unseated_.contains(work.spec.name))
            row.status.waited +=
                std::max<Moment>(0, now_ - work.run.waitingSince.value_or(work.run.submitted));
        return row;
    }

    WorkloadRow runningRow(const ProjectWorkload& work) const {
        WorkloadRow row = this->row(work);
        row.status.placements = work.run.placements;
        row.replicas = static_cast<int>(work.run.placements.size());
        row.gpu = 0;
        for (const Placement& placement : work.run.placements)
            row.gpu += placement.gpu;
        if (work.run.stopping)
            row.status.stopping = *work.run.stopping - epoch_;
        return row;
    }

    // That of the nearest team above.
    int colour(std::string_view quota) const {
        while (!quota.empty()) {
            if (const auto known = colours_.find(quota); known != colours_.end())
                return known->second;
            const auto found = quotas_.find(quota);
            quota = found == quotas_.end() ? std::string_view() : found->second->parent;
        }
        return 0;
    }

    const Project& project_;
    const Moment epoch_;
    const Moment now_;
    const std::set<std::string> unseated_;
    std::map<std::string, int, std::less<>> colours_;  // of the teams
    std::unordered_map<std::string_view, const Quota*> quotas_;
    Readable readable_;  // nothing = all may be seen
    ProjectListing listing_;
};

}  // namespace

ProjectListing listingOf(const Project& project, const std::string& who, Moment epoch, Moment now) {
    return Listing(project, who, epoch, now).make();
}

std::optional<ProjectListing> listingOf(Project project, store::FirstWork first,
                                        const std::string& who, Moment epoch, Moment now) {
    if (!seesAll(who, project))
        return std::nullopt;
    project.work = std::move(first.work);
    ProjectListing listing = listingOf(project, who, epoch, now);
    listing.key.waiting += static_cast<int>(first.others);
    return listing;
}

bool isListed(const View& view) {
    return view.document.reading > 0 && view.key.waiting + view.key.running > 0;
}

std::shared_ptr<const View> listed(const View& outline, ProjectListing listing) {
    auto view = std::make_shared<View>(outline);
    view->clock = view->play.end = listing.clock;
    view->waiting = std::move(listing.waiting);
    view->running = std::move(listing.running);
    view->key.waiting = listing.key.waiting;
    view->key.unapproved = listing.key.unapproved;
    view->key.running = listing.key.running;
    return view;
}

}  // namespace apportion
