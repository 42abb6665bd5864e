// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <unordered_map>

#include "core/model/date_text.h"
#include "core/report/quota_table.h"
#include "core/report/sources.h"
#include "core/sim/recorder.h"
#include "core/sim/simulation.h"

namespace apportion::report {

namespace {

class Recording {
public:
    Recording(const Simulation& simulation, Usage& usage, Moment epoch)
        : usage_(usage), table_(usage), epoch_(epoch) {
        const Engine& engine = simulation.engine();
        table_.divide(simulation.scenario().quotas, engine.nodes());
        takeSizes(engine, 0);
        for (const WorkloadId id : engine.running())
            update(engine, id, 0, RunEnd::goesOn);
        takeEntitled(engine, 0);
    }

    void after(const Simulation& simulation) {
        const Engine& engine = simulation.engine();
        const Decisions& made = simulation.decisions();
        for (const Ended& each : made.ended) {
            update(engine, each.workload, made.at,
                   each.cancelled ? RunEnd::cancelled : RunEnd::finished);
            life(each.workload).left = made.at;
        }
        for (const WorkloadId id : made.rejected)
            life(id).left = made.at;
        for (const Stopped& each : made.stopped)
            update(engine, each.workload, made.at, RunEnd::evicted);
        for (const Taken& each : made.taken)
            update(engine, each.victim, made.at, RunEnd::evicted);
        for (const auto* list : {&made.started, &made.grown})
            for (const WorkloadId id : *list)
                update(engine, id, made.at, RunEnd::goesOn);
        if (!made.events.empty())
            takeSizes(engine, made.at);
        takeEntitled(engine, made.at);
    }

    void finish(const Simulation& simulation, Duration beyond) {
        const Engine& engine = simulation.engine();
        const Instant end = simulation.outcomeTime() + beyond;
        usage_.from = epoch_;
        usage_.to = epoch_ + end;
        NameTable workspaces(usage_.workspaces), users(usage_.users);
        std::unordered_map<std::string, std::uint32_t> byName;
        for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
            if (!engine.submitted(id))
                continue;
            const Workload spec = engine.workload(id);
            Life& each = life(id);
            UsageJob job;
            job.submit = epoch_ + std::max<Instant>(0, spec.waitsSince());
            job.left = each.left ? epoch_ + *each.left : kStays;
            job.quota = static_cast<std::uint32_t>(engine.quotaOf(id));
            job.workspace = workspaces.orNone(spec.workspace);
            job.user = users.orNone(spec.user);
            job.request = spec.request.gpu * spec.replicas;
            job.module = spec.module;
            job.background = spec.idle;
            usage_.setName(job, spec.name);
            if (each.held > 0)
                close(each, end, RunEnd::goesOn);
            job.firstRun = static_cast<std::uint32_t>(usage_.runs.size());
            job.runs = static_cast<std::uint32_t>(each.runs.size());
            usage_.runs.insert(usage_.runs.end(), each.runs.begin(), each.runs.end());
            byName.emplace(spec.name, static_cast<std::uint32_t>(usage_.jobs.size()));
            usage_.jobs.push_back(job);
        }
        const auto jobOf = [&](const std::string& name) {
            // A replica of an elastic workload is told as NAME#place.
            auto found = byName.find(name);
            if (found == byName.end())
                found = byName.find(name.substr(0, name.rfind('#')));
            return found == byName.end() ? kNone : found->second;
        };
        for (const Eviction& each : simulation.recorder().evictions())
            usage_.evictions.push_back({epoch_ + each.at, jobOf(each.victim), jobOf(each.preemptor),
                                        each.lost, each.rule == EvictionRule::consolidation});
    }

private:
    struct Life {
        std::vector<UsageRun> runs;
        Instant since = 0;
        Gpu held = 0;
        TypedGpus typed;
        std::optional<Instant> left;
    };

    Life& life(WorkloadId id) {
        if (id >= lives_.size())
            lives_.resize(id + 1);
        return lives_[id];
    }

    void close(Life& life, Instant at, RunEnd how) const {
        if (at > life.since)
            for (const auto& [type, gpu] : life.typed)
                life.runs.push_back({epoch_ + life.since, epoch_ + at, gpu, type, how});
    }

    void update(const Engine& engine, WorkloadId id, Instant at, RunEnd how) {
        Life& known = life(id);
        const Gpu held = engine.held(id);
        if (held == known.held)
            return;
        if (known.held > 0)
            close(known, at, held > 0 ? RunEnd::goesOn : how);
        const auto only = table_.onlyTypeOf(static_cast<std::uint32_t>(engine.quotaOf(id)));
        known.typed = only ? TypedGpus{{*only, held}}
                           : table_.typed(engine.status(id).placements, epoch_ + at);
        known.held = held;
        known.since = at;
    }

    void takeSizes(const Engine& engine, Instant at) {
        std::vector<Quota> quotas;
        for (QuotaId id = 0; id < engine.quotaCount(); ++id)
            quotas.push_back(engine.quota(id));
        table_.set(epoch_ + at, quotas);
        table_.colour(quotas);
        std::map<std::string, NodeState, std::less<>> states;
        for (std::size_t node = 0; node < engine.nodes().size(); ++node)
            if (engine.nodeState(node) != NodeState::ready)
                states.emplace(engine.nodes()[node].name, engine.nodeState(node));
        table_.nodesAre(epoch_ + at, engine.nodes(), states);
    }

    void takeEntitled(const Engine& engine, Instant at) {
        entitled_.resize(engine.quotaCount(), -1);
        for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
            const Gpu share = engine.numbers(id).fairShare;
            if (share == entitled_[id])
                continue;
            entitled_[id] = share;
            usage_.entitled.push_back({epoch_ + at, static_cast<std::uint32_t>(id), share});
        }
    }

    Usage& usage_;
    QuotaTable table_;
    Moment epoch_;
    std::vector<Life> lives_;
    std::vector<Gpu> entitled_;
};

}  // namespace

Usage usageOf(const std::shared_ptr<const Scenario>& scenario, std::optional<Instant> until,
              Duration beyond, RunControl* control) {
    Usage usage;
    usage.source = UsageSource::scenario;
    usage.name = scenario->name;
    const auto epoch = epochValue(scenario->epoch);
    usage.dates = epoch.has_value();
    Course course = courseOf(scenario);
    if (until)
        course.until = until;
    Keep keep;
    keep.runs = false;
    Simulation simulation(scenario, std::move(course), keep);
    Recording recording(simulation, usage, epoch.value_or(0));
    runUnder(
        control, simulation, [](Instant) {}, [&] { recording.after(simulation); });
    recording.finish(simulation, beyond);
    return usage;
}

}  // namespace apportion::report
