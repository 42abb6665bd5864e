// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/view_builder.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <set>

#include "core/model/message_moments.h"
#include "core/view/issues/most_of_a_kind.h"
#include "core/view/issues/validators.h"
#include "core/view/own_borrowing.h"
#include "core/view/quota_order.h"
#include "core/view/rest_reasons.h"
#include "core/view/work_row.h"
#include "core/view/workspace_rows.h"

namespace apportion {

namespace {

// A reason costs a look at the whole queue; a crowd of thousands must not hold up the view.
constexpr auto kReasonBudget = std::chrono::milliseconds(100);

class Builder {
public:
    explicit Builder(const PoolSource& source) : source_(source), engine_(source.engine) {
        for (const TeamInfo& team : source.teams)
            colours_[team.quota] = team.colour;
    }

    View build() {
        view_.clock = source_.clock;
        view_.teams = source_.teams;
        nodes();
        quotas();
        workloads();
        view_.workspaces = workspaceRowsOf(engine_);
        evictions();
        waits();
        view_.nodes = nodeMapOf(engine_, quotaColours_, source_.shift);
        if (source_.nodeChanges != nullptr)
            for (NodeRow& row : view_.nodes.rows)
                if (const auto change = source_.nodeChanges->find(row.name);
                    !row.since && change != source_.nodeChanges->end())
                    row.since = change->second.at;
        view_.issues = findIssues(source_, view_);
        return std::move(view_);
    }

private:
    void nodes() {
        view_.document.nodes = static_cast<int>(engine_.nodes().size());
        view_.document.settings = engine_.settings();
        std::set<std::string> types;
        for (const Node& node : engine_.nodes())
            if (!node.gpuType.empty() && types.insert(node.gpuType).second)
                view_.document.gpuTypes.push_back(node.gpuType);
        view_.key.capacity = engine_.capacity();
    }

    int colour(QuotaId id) const {
        for (std::optional<QuotaId> at = id; at; at = engine_.parent(*at))
            if (const auto known = colours_.find(engine_.quota(*at).name); known != colours_.end())
                return known->second;
        return 0;
    }

    int colourOf(const std::string& quota) const {
        const auto id = engine_.findQuota(quota);
        return id ? quotaColours_[*id] : -1;  // gone since
    }

    void quotas() {
        std::vector<std::vector<QuotaId>> children(engine_.quotaCount());
        std::vector<QuotaId> roots;
        for (QuotaId id = 0; id < engine_.quotaCount(); ++id) {
            if (const auto parent = engine_.parent(id))
                children[*parent].push_back(id);
            else
                roots.push_back(id);
        }
        quotaColours_.resize(engine_.quotaCount());
        for (const QuotaId root : roots)
            addQuota(root, -1, 0, children);
        for (const OwnBorrowing& each : ownBorrowing(view_.quotas)) {
            view_.key.borrowed += each.borrowed;
            view_.key.fromChildren += each.fromChildren;
        }
        view_.quotaTree = treeHash(view_.quotas);
        for (const PendingReclaim& each : source_.reclaims)
            if (QuotaRow* row = rowOf(engine_.quota(each.quota).name))
                row->reclaim = ReclaimAhead{each.at + source_.shift, each.gpu, each.bySize};
    }

    QuotaRow* rowOf(const std::string& quota) {
        const auto found = std::find_if(view_.quotas.begin(), view_.quotas.end(),
                                        [&](const QuotaRow& row) { return row.name == quota; });
        return found == view_.quotas.end() ? nullptr : &*found;
    }

    void addQuota(QuotaId id, int parent, int depth,
                  const std::vector<std::vector<QuotaId>>& children) {
        const Quota& quota = engine_.quota(id);
        QuotaRow row;
        row.name = quota.name;
        row.team = quota.displayName();
        row.parent = parent;
        row.depth = depth;
        row.colour = quotaColours_[id] = colour(id);
        for (const QuotaId child : children[id])
            row.childrenGuaranteed += engine_.quota(child).guaranteed.gpu;
        row.numbers = engine_.numbers(id);
        row.policy = quota.policy;
        if (depth == 0) {
            view_.key.used += row.numbers.subtree + row.numbers.idle;
            view_.key.waitingGpu += row.numbers.pending;
        }
        const int self = static_cast<int>(view_.quotas.size());
        view_.quotas.push_back(std::move(row));
        for (const QuotaId child : children[id])
            addQuota(child, self, depth + 1, children);
    }

    void workloads() {
        if (!source_.shown.empty())
            shown_ = engine_.findWorkload(source_.shown);
        std::vector<std::pair<Instant, WorkloadId>> waiting;  // by submission
        std::vector<WorkloadId> running;
        std::vector<WorkloadId> ended;
        for (WorkloadId id = 0; id < engine_.workloadCount(); ++id) {
            if (!engine_.submitted(id))
                continue;
            if (source_.readable && !source_.readable(engine_.workload(id)))
                continue;
            const WorkloadState state = engine_.state(id);
            if (state == WorkloadState::pending)
                waiting.emplace_back(engine_.submit(id), id);
            else
                (state == WorkloadState::running ? running : ended).push_back(id);
        }
        view_.key.waiting = static_cast<int>(waiting.size());
        view_.key.running = static_cast<int>(running.size());
        if (source_.readable) {
            view_.key.waitingGpu = 0;  // of the quotas it is of everybody
            for (const auto& [submitted, id] : waiting)
                view_.key.waitingGpu +=
                    engine_.workload(id).request.gpu * engine_.workload(id).leastReplicas();
        }
        std::vector<Duration> waited;
        // Of a crowd since the submission: to ask each how long it ran in between takes too long.
        if (waiting.size() > View::kMostRows)
            for (const auto& [submitted, id] : waiting)
                waited.push_back(view_.clock - source_.shift - submitted);
        const std::size_t shown = std::min(waiting.size(), View::kMostRows);
        const auto more = waiting.begin() + static_cast<std::ptrdiff_t>(shown);
        std::partial_sort(waiting.begin(), more, waiting.end());
        const auto wanted = std::find_if(more, waiting.end(),
                                         [&](const auto& each) { return each.second == shown_; });
        if (wanted != waiting.end())
            std::iter_swap(more, wanted);
        waiting.resize(shown + (wanted != waiting.end() ? 1 : 0));
        const auto until = std::chrono::steady_clock::now() + kReasonBudget;
        for (const auto& [submitted, id] : waiting) {
            view_.waiting.push_back(row(id));
            WorkloadOutcome& status = view_.waiting.back().status;
            const WorkloadState asked = source_.asked.state(id);
            bool& unasked = view_.waiting.back().unasked;
            unasked = source_.asking || (id != shown_ && std::chrono::steady_clock::now() >= until);
            if (!unasked)
                status.reason = asked == WorkloadState::pending || asked == WorkloadState::rejected
                                    ? source_.asked.reason(id)
                                    : std::optional<Reason>();
            if (status.reason && source_.resting)
                status.reason = reasonAtRest(std::move(status.reason), engine_, source_.asked, id);
            if (status.reason)
                shiftMoments(status.reason->message, source_.shift);
        }
        if (waited.empty())
            for (const WorkloadRow& row : view_.waiting)
                waited.push_back(row.status.waited);
        view_.key.waitingP50 = percentile(waited, 50);
        view_.key.waitingP90 = percentile(waited, 90);
        for (const WorkloadId id : first(running))
            view_.running.push_back(row(id));
        if (source_.ended != nullptr) {
            view_.ended = *source_.ended;
            view_.key.ended = static_cast<int>(view_.ended.size());
            for (std::size_t i = 0; i < view_.ended.size(); ++i) {
                WorkloadRow& row = view_.ended[i];
                row.colour = colourOf(row.quota);
                if (const auto id = engine_.findQuota(row.quota))
                    row.team = engine_.quota(*id).displayName();
                ended_.emplace(row.name, i);
            }
            return;
        }
        view_.key.ended = static_cast<int>(ended.size());
        std::reverse(ended.begin(), ended.end());
        for (const WorkloadId id : first(ended)) {
            view_.ended.push_back(row(id));
            if (view_.ended.back().status.state == WorkloadState::rejected)
                view_.ended.back().status.reason = engine_.reason(id);
        }
        std::stable_sort(
            view_.ended.begin(), view_.ended.end(), [](const WorkloadRow& a, const WorkloadRow& b) {
                return a.status.end.value_or(a.submit) > b.status.end.value_or(b.submit);
            });
    }

    // As the summary counts them: element floor(n * p) of the sorted list.
    static Duration percentile(std::vector<Duration>& of, std::size_t percent) {
        if (of.empty())
            return 0;
        const std::size_t at = std::min(of.size() * percent / 100, of.size() - 1);
        std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(at), of.end());
        return of[at];
    }

    std::vector<WorkloadId> first(const std::vector<WorkloadId>& ids) const {
        std::vector<WorkloadId> shown(
            ids.begin(),
            ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), View::kMostRows)));
        if (const auto wanted = std::find(ids.begin() + static_cast<std::ptrdiff_t>(shown.size()),
                                          ids.end(), shown_);
            wanted != ids.end())
            shown.push_back(*wanted);
        return shown;
    }

    WorkloadRow row(WorkloadId id) const {
        WorkloadRow row = apportion::rowOf(engine_, id, view_.clock, source_.shift);
        row.colour = quotaColours_[engine_.quotaOf(id)];
        return row;
    }

    void evictions() {
        const auto& all = source_.evictions;
        for (auto it = all.rbegin(); it != all.rend(); ++it) {
            if (it->at > view_.clock)
                continue;
            if (it->rule == EvictionRule::consolidation)
                continue;
            ++view_.key.evictions;
            view_.key.lost += it->lost;
            if (view_.evictions.size() < View::kMostRows)
                view_.evictions.push_back(eviction(*it));
        }
    }

    EvictionRow eviction(const Eviction& record) const {
        EvictionRow row;
        row.record = record;
        if (const auto victim = known(record.victim))
            describeVictim(row, *victim);
        else
            row.colour = -1;  // of no team that is known
        if (const auto preemptor = known(record.preemptor))
            row.preemptor = sideOf(*preemptor);
        return row;
    }

    // What the engine knows, or is over and it no longer knows.
    std::optional<WorkloadRow> known(const std::string& name) const {
        if (name.empty())
            return std::nullopt;
        if (const auto id = engine_.findWorkload(name)) {
            const Workload& workload = engine_.workload(*id);
            const QuotaId quota = engine_.quotaOf(*id);
            WorkloadRow row;
            row.quota = engine_.quota(quota).name;
            row.team = engine_.quota(quota).displayName();
            row.user = workload.user;
            row.workspace = workload.workspace;
            row.colour = quotaColours_[quota];
            row.module = workload.module;
            row.priority = workload.priority;
            return row;
        }
        const WorkloadRow* over = endedWork(name);
        return over != nullptr ? std::optional(*over) : std::nullopt;
    }

    // What is over and the engine no longer knows.
    const WorkloadRow* endedWork(const std::string& name) const {
        const auto found = ended_.find(name);
        return found == ended_.end() ? nullptr : &view_.ended[found->second];
    }

    void waits() {
        std::vector<Duration> waited;
        for (const FirstStart& start : source_.starts) {
            if (start.at > view_.clock)
                break;
            waited.push_back(start.waited);
        }
        view_.key.started = static_cast<int>(waited.size());
        view_.key.waitP95 = percentile(waited, 95);
    }

    const PoolSource& source_;
    const Engine& engine_;
    std::map<std::string, int> colours_;
    std::vector<int> quotaColours_;
    std::optional<WorkloadId> shown_;           // stands in the rows
    std::map<std::string, std::size_t> ended_;  // rows of the view, where the engine has them not
    View view_;
};

}  // namespace

View viewOf(const PoolSource& source) {
    return Builder(source).build();
}

}  // namespace apportion
