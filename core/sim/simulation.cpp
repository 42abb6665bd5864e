// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/simulation.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/sim/recorder.h"

namespace apportion {

namespace {

// Time runs from moment 0: what was submitted before it waits there already.
Instant arrival(Instant submit) {
    return std::max<Instant>(submit, 0);
}

std::vector<WorkloadId> arrivalsOf(const Scenario& scenario) {
    std::vector<WorkloadId> ids;
    ids.reserve(scenario.workloads.size());
    for (std::size_t i = 0; i < scenario.workloads.size(); ++i)
        if (!scenario.workloads[i].running)
            ids.push_back(static_cast<WorkloadId>(i));
    const auto earlier = [&](WorkloadId a, WorkloadId b) {
        return arrival(scenario.workloads[a].submit) < arrival(scenario.workloads[b].submit);
    };
    // Mostly they are listed so, and a sort would look at each many times.
    if (!std::is_sorted(ids.begin(), ids.end(), earlier))
        std::stable_sort(ids.begin(), ids.end(), earlier);
    return ids;
}

// Of a month no cache holds all that was submitted: what comes soon is fetched while something else
// is decided.
constexpr std::size_t kAhead = 4;

void prefetch(const Workload& workload) {
    constexpr std::size_t line = 64;  // bytes
    const auto* bytes = reinterpret_cast<const char*>(&workload);
    for (std::size_t at = 0; at < sizeof(workload); at += line)
        __builtin_prefetch(bytes + at);
}

std::vector<std::size_t> eventOrder(const std::vector<Event>& events) {
    std::vector<std::size_t> order(events.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return events[a].at < events[b].at; });
    return order;
}

}  // namespace

Simulation::Simulation(const std::shared_ptr<const Scenario>& scenario, Keep keep)
    : Simulation(scenario, courseOf(scenario), keep) {}

Simulation::Simulation(std::shared_ptr<const Scenario> scenario, Course course, Keep keep)
    : scenario_(std::move(scenario)),
      course_(std::move(course)),
      engine_(scenario_),
      arrivals_(std::make_shared<const std::vector<WorkloadId>>(arrivalsOf(*scenario_))),
      events_(eventOrder(*course_.events)) {
    listedAt_ = nextListed();
    recordedAt_ = nextRecorded();
    engine_.keepRunnerUp(keep.evictions);
    expectNodes(course_.toJoin, 0);
    recorder_ = std::make_unique<Recorder>(engine_, keep);
}

Simulation::Simulation(const Simulation& other)
    : scenario_(other.scenario_),
      course_(other.course_),
      engine_(other.engine_),
      recorder_(std::make_unique<Recorder>(*other.recorder_)),
      arrivals_(other.arrivals_),
      events_(other.events_),
      nextQuota_(other.nextQuota_),
      joined_(other.joined_),
      nextArrival_(other.nextArrival_),
      nextRecorded_(other.nextRecorded_),
      listedAt_(other.listedAt_),
      recordedAt_(other.recordedAt_),
      nextEvent_(other.nextEvent_),
      now_(other.now_),
      begun_(other.begun_),
      clockSet_(other.clockSet_),
      decisions_(other.decisions_) {}

Simulation& Simulation::operator=(const Simulation& other) {
    return *this = Simulation(other);
}

Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::expectNodes(const std::vector<Node>& nodes, std::size_t from) {
    for (std::size_t i = from; i < nodes.size(); ++i)
        engine_.expect(nodes[i]);
}

void Simulation::takeCourse(Course course) {
    expectNodes(course.toJoin, course_.toJoin.size());
    course_ = std::move(course);
    then_.reset();
    events_ = eventOrder(*course_.events);
}

Instant Simulation::nextListed() const {
    if (nextArrival_ == arrivals_->size())
        return kNever;
    if (nextArrival_ + kAhead < arrivals_->size())
        prefetch(scenario_->workloads[(*arrivals_)[nextArrival_ + kAhead]]);
    return arrival(scenario_->workloads[(*arrivals_)[nextArrival_]].submit);
}

Instant Simulation::nextRecorded() const {
    if (!scenario_->recorded || nextRecorded_ == scenario_->recorded->size())
        return kNever;
    return arrival(scenario_->recorded->submitOf(nextRecorded_));
}

Instant Simulation::nextJoining() const {
    const Instant work = joined_.empty() ? kNever : joined_.back().first;
    return nextQuota_ < course_.quotasToJoin.size()
               ? std::min(work, course_.quotasToJoin[nextQuota_].at)
               : work;
}

void Simulation::joinQuotas(Instant at) {
    std::vector<Quota> quotas;
    for (; nextQuota_ < course_.quotasToJoin.size() && course_.quotasToJoin[nextQuota_].at <= at;
         ++nextQuota_) {
        const JoiningQuota& joining = course_.quotasToJoin[nextQuota_];
        quotas.push_back(joining.quota);
        for (const Workload& workload : joining.workloads)
            joined_.emplace_back(arrival(workload.submit), engine_.add(workload));
    }
    if (quotas.empty())
        return;
    std::sort(joined_.begin(), joined_.end(), std::greater<>());
    engine_.join(quotas);
}

Instant Simulation::upcoming() const {
    // A snapshot may leave something to decide although nothing is submitted at moment 0.
    if (!begun_)
        return 0;
    Instant next = std::min({listedAt_, recordedAt_, nextJoining()});
    next = std::min(next, engine_.nextTimer().value_or(kNever));
    if (nextEvent_ < events_.size())
        next = std::min(next, (*course_.events)[events_[nextEvent_]].at);
    return next;
}

std::optional<Instant> Simulation::next() const {
    const Instant next = upcoming();
    if (begun_ && (next == kNever || (course_.until && next > *course_.until)))
        return {};
    return next;
}

bool Simulation::step() {
    const std::optional<Instant> at = next();
    if (!at)
        return false;
    then_.reset();
    joinQuotas(*at);
    inputs_.clear();
    while (nextEvent_ < events_.size() && (*course_.events)[events_[nextEvent_]].at == *at)
        inputs_.emplace_back((*course_.events)[events_[nextEvent_++]].action);
    for (; listedAt_ == *at; listedAt_ = nextListed())
        inputs_.emplace_back(Submit{(*arrivals_)[nextArrival_++]});
    for (; recordedAt_ == *at; recordedAt_ = nextRecorded())
        inputs_.emplace_back(
            Submit{static_cast<WorkloadId>(scenario_->workloads.size() + nextRecorded_++)});
    for (; !joined_.empty() && joined_.back().first <= *at; joined_.pop_back())
        inputs_.emplace_back(Submit{joined_.back().second});
    now_ = *at;
    begun_ = true;
    clockSet_ = false;
    engine_.step(*at, inputs_, decisions_);
    recorder_->record(engine_, inputs_, decisions_);
    return true;
}

void Simulation::runTo(Instant at) {
    for (auto due = next(); due && *due <= at; due = next())
        step();
    now_ = std::max(now_, at);
    clockSet_ = true;
    then_.reset();
}

void Simulation::runToEnd() {
    while (step()) {
    }
}

Instant Simulation::now() const {
    return now_;
}

Instant Simulation::outcomeTime() const {
    if (clockSet_ || next())
        return now_;
    return course_.until.value_or(recorder_->lastChange());
}

const Scenario& Simulation::scenario() const {
    return *scenario_;
}

const Course& Simulation::course() const {
    return course_;
}

std::span<const std::size_t> Simulation::eventsDone() const {
    return {events_.data(), nextEvent_};
}

const Engine& Simulation::engine() const {
    return engine_;
}

const Decisions& Simulation::decisions() const {
    return decisions_;
}

const Recorder& Simulation::recorder() const {
    return *recorder_;
}

}  // namespace apportion
