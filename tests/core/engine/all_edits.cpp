// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/engine/all_edits.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "core/engine/instant.h"
#include "core/io/answers/explanation_writer.h"

namespace apportion::testing {

namespace {

class Space {
public:
    Space(const EngineState& state, WorkloadId id) : state_(state), job_(state.job(id)), id_(id) {
        for (WorkloadId each = 0; each < state.jobs.size(); ++each)
            if ((state.jobs.alive(each) || state.jobs.toCome(each)) &&
                state.specOf(each)->request.gpu % kOneGpu != 0)
                step_ = kOneGpu / 2;
        for (auto quota = std::optional<QuotaId>(job_.quota()); quota;
             quota = state.tree.parent(*quota))
            path_.push_back(*quota);
    }

    std::vector<Edit> all() {
        sizes();
        nodes();
        bounds();
        caps();
        preemption();
        for (const Queueing queueing :
             {Queueing::fifo, Queueing::roundRobin, Queueing::balance, Queueing::intelligent})
            policy(job_.quota(), [&](PolicyChange& change) {
                change.queueing = std::optional<Queueing>(queueing);
            });
        for (WorkloadId other = 0; other < state_.jobs.size(); ++other)
            if (other != id_) {
                event(FinishEvent{state_.specOf(other)->name});
                event(CancelEvent{state_.specOf(other)->name});
            }
        return std::move(edits_);
    }

private:
    void event(EventAction action) { edits_.emplace_back(Event{state_.now, std::move(action)}); }

    template <typename Change>
    void policy(QuotaId id, Change&& change) {
        PolicyEvent event{state_.tree.quota(id).name, {}};
        change(event.change);
        this->event(event);
    }

    std::pair<std::string, Limit> sized(QuotaId id, Gpu more) const {
        const Quota& quota = state_.tree.quota(id);
        Limit limit;
        limit.gpu = quota.guaranteed.gpu + more;
        return {quota.name, limit};
    }

    // Beyond what is there the engine refuses.
    void sizes() {
        const Gpu most = state_.fleet.capacity(job_.group());
        for (const QuotaId id : path_)
            for (Gpu more = step_; more <= most; more += step_) {
                event(ScaleEvent{{sized(id, more)}, ScaleMode::refuse, 0});
                for (QuotaId other = 0; other < state_.tree.quotas().size(); ++other)
                    if (other != id && state_.tree.parent(other) == state_.tree.parent(id) &&
                        state_.tree.quota(other).guaranteed.gpu >= more)
                        event(ScaleEvent{
                            {sized(id, more), sized(other, -more)}, ScaleMode::refuse, 0});
            }
    }

    // Like those of the pool, or for one replica.
    void nodes() {
        std::vector<Node> kinds;
        for (const NodeId id : state_.fleet.nodesOf(job_.group()))
            kinds.push_back(state_.fleet.nodes()[static_cast<std::size_t>(id)]);
        kinds.emplace_back();
        kinds.back().gpuType = state_.specOf(job_.id)->gpuType;
        kinds.back().gpu = (job_.slot().request.gpu + kOneGpu - 1) / kOneGpu * kOneGpu;
        for (Node& node : kinds) {
            node.name = "further";
            for (int count = 1; count <= 8; ++count)
                edits_.emplace_back(NodesToAdd{node, count});
        }
    }

    void bounds() {
        for (const QuotaId id : path_) {
            const QuotaPolicy& present = state_.tree.quota(id).policy;
            for (std::int64_t i = 1; i <= 40; ++i) {
                Limit limit = present.limit;
                if (limit.gpu) {
                    limit.gpu = *present.limit.gpu + i * step_;
                    policy(id, [&](PolicyChange& change) {
                        change.limit = std::optional<Limit>(limit);
                    });
                }
                limit = present.limit;
                if (limit.cpu) {
                    limit.cpu = *present.limit.cpu + i * kOneCore;
                    policy(id, [&](PolicyChange& change) {
                        change.limit = std::optional<Limit>(limit);
                    });
                }
            }
            for (const OverQuota overQuota : {OverQuota::on, OverQuota::idleOnly})
                policy(id, [&](PolicyChange& change) {
                    change.overQuota = std::optional<OverQuota>(overQuota);
                });
        }
        for (QuotaId id = 0; id < state_.tree.quotas().size(); ++id) {
            const Quota& quota = state_.tree.quota(id);
            for (Gpu lend = quota.policy.lend.value_or(quota.guaranteed.gpu) + step_;
                 lend <= quota.guaranteed.gpu; lend += step_)
                policy(id, [&](PolicyChange& change) { change.lend = std::optional<Gpu>(lend); });
        }
    }

    void caps() {
        for (const Workspace& workspace : state_.workspaces)
            for (std::size_t i = 0; i < workspace.caps.size(); ++i)
                for (Gpu more = step_; more <= 40 * kOneGpu; more += step_) {
                    CapToSet set{workspace.name, i, workspace.caps[i]};
                    set.cap.gpu += more;
                    edits_.emplace_back(set);
                }
    }

    void preemption() {
        const QuotaPolicy& present = state_.tree.quota(job_.quota()).policy;
        policy(job_.quota(),
               [](PolicyChange& change) { change.priorityPreemption = std::optional<bool>(true); });
        for (unsigned bits = 1; bits < (1U << kModules); ++bits)
            for (int from = kLowestPriority; from <= kHighestPriority; ++from)
                for (int to = from; to <= kHighestPriority; ++to) {
                    const ModuleSet modules(bits);
                    if (!present.childPreemption)
                        policy(job_.quota(), [&](PolicyChange& change) {
                            change.childPreemption =
                                std::optional<ChildPreemption>({{from, to}, modules});
                        });
                    if (!present.selfPreemption && to < job_.priority())
                        policy(job_.quota(), [&](PolicyChange& change) {
                            SelfPreemption self;
                            self.high = {job_.priority(), kHighestPriority};
                            self.low = {from, to};
                            self.modules = modules;
                            change.selfPreemption = std::optional<SelfPreemption>(self);
                        });
                }
        if (present.childPreemption)
            for (const auto& [from, to, module] : widenings())
                policy(job_.quota(), [&, from = from, to = to, module = module](PolicyChange& c) {
                    ChildPreemption wider = *present.childPreemption;
                    wider.priorities.from += from;
                    wider.priorities.to += to;
                    if (module >= 0)
                        wider.modules.set(static_cast<std::size_t>(module));
                    c.childPreemption = std::optional<ChildPreemption>(wider);
                });
        if (present.selfPreemption)
            for (const auto& [from, to, module] : widenings())
                for (const bool high : {false, true})
                    policy(job_.quota(),
                           [&, from = from, to = to, module = module](PolicyChange& c) {
                               SelfPreemption wider = *present.selfPreemption;
                               (high ? wider.high : wider.low).from += from;
                               (high ? wider.high : wider.low).to += to;
                               if (module >= 0)
                                   wider.modules.set(static_cast<std::size_t>(module));
                               c.selfPreemption = std::optional<SelfPreemption>(wider);
                           });
    }

    // One priority or one module more.
    static std::vector<std::array<int, 3>> widenings() {
        return {{-1, 0, -1}, {0, 1, -1}, {0, 0, 0}, {0, 0, 1}, {0, 0, 2}};
    }

    const EngineState& state_;
    const Job& job_;
    WorkloadId id_;
    Gpu step_ = kOneGpu;
    std::vector<QuotaId> path_;
    std::vector<Edit> edits_;
};

bool sameKind(const Edit& a, const Edit& b) {
    if (a.index() != b.index())
        return false;
    if (const auto* cap = std::get_if<CapToSet>(&a)) {
        const auto& other = std::get<CapToSet>(b);
        return cap->workspace == other.workspace && cap->index == other.index;
    }
    if (std::holds_alternative<NodesToAdd>(a))
        return false;  // smallerThan() counts them
    const EventAction& left = std::get<Event>(a).action;
    const EventAction& right = std::get<Event>(b).action;
    if (left.index() != right.index())
        return false;
    if (const auto* scale = std::get_if<ScaleEvent>(&left)) {
        const auto& other = std::get<ScaleEvent>(right);
        if (scale->targets.size() != other.targets.size())
            return false;
        for (std::size_t i = 0; i < scale->targets.size(); ++i)
            if (scale->targets[i].first != other.targets[i].first)
                return false;
        return true;
    }
    if (const auto* policy = std::get_if<PolicyEvent>(&left)) {
        const auto& other = std::get<PolicyEvent>(right);
        if (policy->quota != other.quota)
            return false;
        return (policy->change.lend && other.change.lend) ||
               (policy->change.limit && other.change.limit);
    }
    return false;
}

// What is added, in the one dimension that grows.
std::int64_t sizeOf(const Edit& edit) {
    if (const auto* cap = std::get_if<CapToSet>(&edit))
        return cap->cap.gpu;
    const EventAction& action = std::get<Event>(edit).action;
    if (const auto* scale = std::get_if<ScaleEvent>(&action))
        return *scale->targets.front().second.gpu;
    const PolicyChange& change = std::get<PolicyEvent>(action).change;
    if (change.lend)
        return **change.lend;
    const Limit& limit = **change.limit;
    return limit.gpu.value_or(0) + limit.cpu.value_or(0);
}

}  // namespace

std::optional<Applied> apply(const EngineState& state, const Edit& edit, WorkloadId id) {
    EngineState fork = state;
    Decisions made;
    if (const auto* event = std::get_if<Event>(&edit)) {
        const Input input = event->action;
        made = runInstant(fork, event->at, {&input, 1});
        if (made.events.front())
            return std::nullopt;
    } else {
        if (const auto* nodes = std::get_if<NodesToAdd>(&edit)) {
            fork.add(nodes->node, nodes->count);
        } else {
            const auto& set = std::get<CapToSet>(edit);
            for (std::size_t i = 0; i < fork.workspaces.size(); ++i)
                if (fork.workspaces[i].name == set.workspace) {
                    fork.workspaces[i].caps[set.index] = set.cap;
                    fork.caps.setBound(i, set.index, set.cap.gpu);
                }
        }
        fork.refresh();
        made = runInstant(fork, fork.now, {});
    }
    Applied applied;
    const auto among = [id](const std::vector<WorkloadId>& ids) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    };
    applied.starts =
        among(made.started) || (among(made.booked) && state.job(id).phase != Phase::booked);
    std::vector<WorkloadId> evicted;
    for (const Taken& taken : made.taken)
        if (taken.rule != EvictionRule::consolidation)
            evicted.push_back(taken.victim);
    std::sort(evicted.begin(), evicted.end());
    evicted.erase(std::unique(evicted.begin(), evicted.end()), evicted.end());
    for (const WorkloadId victim : evicted)
        applied.evicts.push_back(state.name(victim));
    return applied;
}

std::vector<Edit> allEdits(const EngineState& state, WorkloadId id) {
    return Space(state, id).all();
}

std::vector<Edit> smallerThan(const EngineState& state, const Unblock& unblock, WorkloadId id) {
    std::vector<Edit> smaller;
    if (const auto* nodes = std::get_if<NodesToAdd>(&unblock.change))
        for (int count = 1; count < nodes->count; ++count)
            smaller.emplace_back(NodesToAdd{nodes->node, count});
    for (const Edit& edit : Space(state, id).all())
        if (sameKind(edit, unblock.change) && sizeOf(edit) < sizeOf(unblock.change))
            smaller.push_back(edit);
    return smaller;
}

std::string told(const Edit& edit) {
    Explanation explanation;
    explanation.unblock = {{edit, {}, {}}};
    std::ostringstream out;
    writeExplanation(out, explanation);
    const std::string text = out.str();
    const auto from = text.find("\"change\"");
    return text.substr(from, text.find("\"evicts\"") - from);
}

}  // namespace apportion::testing
