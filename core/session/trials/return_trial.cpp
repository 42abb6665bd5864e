// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/trials/return_trial.h"

#include <algorithm>
#include <utility>

#include "core/change/entry_inputs.h"
#include "core/change/next_state.h"
#include "core/change/refuse.h"
#include "core/change/temporary.h"
#include "core/model/words.h"
#include "core/plan/fork_run.h"
#include "core/session/project/desk.h"
#include "core/session/trials/entry_effect.h"
#include "core/store/project_values.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

std::vector<Input> told(const std::vector<EventAction>& events) {
    return {events.begin(), events.end()};
}

// On what the answer depends: what is said to run then may have ended.
std::optional<Message> provisoOf(const Engine& engine) {
    std::vector<std::string> names = runningWithoutEnd(engine);
    if (names.empty())
        return std::nullopt;
    return Message{"return-no-duration", {listArgument("workloads", std::move(names))}};
}

ScaleTargets targetsOf(const std::vector<EventAction>& events) {
    for (const EventAction& event : events)
        if (const auto* scale = std::get_if<ScaleEvent>(&event))
            return apportion::targetsOf(*scale);
    return {};
}

// The pool from the moment of the change on, as its engine and its timers would go on.
class ReturnCourse {
public:
    ReturnCourse(const Engine& now, Moment zero, NextState state)
        : engine_(now), zero_(zero), state_(std::move(state)) {
        engine_.keepRunnerUp(false);
    }

    // False if the engine refuses the change.
    bool begin(Instant at, const std::vector<EventAction>& events) {
        const Decisions made = engine_.step(at, told(events));
        return std::none_of(made.events.begin(), made.events.end(),
                            [](const auto& refusal) { return refusal.has_value(); });
    }

    // All that happens before a moment has happened. False if it is too much.
    bool runTo(Moment moment) {
        for (auto due = engine_.nextTimer(); due && *due < moment - zero_;
             due = engine_.nextTimer()) {
            if (++steps_ > kMostForkSteps)
                return false;
            engine_.step(*due, {});
        }
        return true;
    }

    // One thing that is due then; `ours` is asked what is to be said of it. False = there is none.
    template <typename Ours>
    bool doDue(Moment moment, const Ours& ours) {
        auto due = nextDue(state_.project, moment);
        if (!due)
            return false;
        JournalEntry entry;
        entry.action = due->action;
        Arguments arguments;
        arguments.set("mode", std::string(word(due->mode)));
        entry.arguments = arguments.json();
        entry.facts = store::difference(state_.objects, state_.project, due->after);
        const std::vector<EventAction> events = inputsOf(entry).events;
        const Instant at = std::max(engine_.now(), moment - zero_);
        ours(*due, at, events);
        engine_.step(at, told(events));
        auto next = nextState(state_.objects, state_.project, entry.facts);
        if (next)
            state_ = std::move(*next);
        return next.has_value();
    }

    const Engine& engine() const { return engine_; }
    const Project& project() const { return state_.project; }

private:
    Engine engine_;
    Moment zero_;
    NextState state_;
    int steps_ = 0;
};

// An end at one moment has happened before the return of that moment is looked at.
ReturnTrial tried(const Engine& ahead, TemporaryChange change, Instant at,
                  const std::vector<EventAction>& events) {
    ReturnTrial trial{std::move(change), {}, {}, effectOf(ahead, at, {events, {}}), {}};
    Engine then = ahead;
    then.step(at, {});
    trial.proviso = provisoOf(then);
    if (const ScaleTargets targets = targetsOf(events); !targets.empty())
        trial.drains = obstaclesOf(then, at, targets);
    return trial;
}

std::vector<TemporaryChange> begunBetween(const Project& before, const Project& after) {
    std::vector<TemporaryChange> begun;
    for (const TemporaryChange& each : after.temporary)
        if (std::none_of(before.temporary.begin(), before.temporary.end(),
                         [&](const TemporaryChange& other) { return other.name == each.name; }))
            begun.push_back(each);
    return begun;
}

}  // namespace

std::vector<std::string> delayedBy(const Effect& trial) {
    std::vector<std::string> names = trial.waitsOn;
    for (const Effect::Shift& each : trial.shifted)
        if (each.by > 0)
            names.push_back(each.workload);
    return names;
}

std::vector<Message> foretold(const ReturnTrial& trial) {
    if (trial.unknown)
        return {{"return-unknown", {sentenceArgument("detail", render(*trial.unknown))}}};
    std::vector<Message> said;
    const auto say = [&](const char* code, std::vector<std::string> names) {
        if (!names.empty())
            said.push_back({code, {listArgument("workloads", std::move(names))}});
    };
    std::vector<std::string> evicted;
    for (const Effect::Hit& hit : trial.effect.evicted)
        if (std::find(evicted.begin(), evicted.end(), hit.workload) == evicted.end())
            evicted.push_back(hit.workload);
    say("return-evicts", std::move(evicted));
    std::vector<std::string> barred;
    for (const NeverAgain& each : trial.effect.neverAgain)
        barred.push_back(each.workload);
    say("return-bars", std::move(barred));
    say("return-moves", namesIn(trial.effect.moved));
    say("return-rejects", trial.effect.rejected);
    say("return-starts", trial.effect.started);
    say("return-delays", delayedBy(trial.effect));
    for (const ScaleObstacle& each : trial.drains)
        said.push_back({"return-drains",
                        {textArgument("quota", each.quota),
                         {"placed", Value::ofGpu(each.placed)},
                         {"bound", Value::ofGpu(each.bound)}}});
    if (said.empty())
        said.push_back({"return-nothing", {}});
    if (trial.proviso)
        said.push_back(*trial.proviso);
    return said;
}

std::vector<ReturnTrial> tryReturns(ProjectDesk& desk, const Engine& now, Moment zero,
                                    const JournalEntry& entry) {
    std::vector<ReturnTrial> trials;
    const auto project = desk.project();
    if (!project)
        return trials;
    auto next = nextState(desk.objects(), **project, entry.facts);
    if (!next)
        return trials;
    std::vector<TemporaryChange> begun = begunBetween(**project, next->project);
    if (begun.empty())
        return trials;
    const EntryInputs inputs = inputsOf(entry);
    Moment moment = desk.now();
    const Instant latest = now.nextTimer().value_or(moment - zero);
    const Instant at = std::max(now.now(), std::min(moment - zero, latest));
    std::optional<ReturnCourse> course;
    if (!inputs.reload)
        course.emplace(now, zero, *next);
    if (!course || !course->begin(at, inputs.events)) {
        // As for effectOfEntry(): what may be written is in effect.
        const Engine anew = engineOf(next->project, moment);
        course.emplace(anew, moment, std::move(*next));
        course->begin(anew.now(), {});
    }
    const auto take = [&](const std::string& name) -> std::optional<TemporaryChange> {
        const auto found =
            std::find_if(begun.begin(), begun.end(),
                         [&](const TemporaryChange& each) { return each.name == name; });
        if (found == begun.end())
            return std::nullopt;
        TemporaryChange change = std::move(*found);
        begun.erase(found);
        return change;
    };
    while (!begun.empty()) {
        const auto due = nextDueMoment(course->project(), moment);
        if (!due)
            break;  // what cannot return is told of by outlook()
        moment = *due;
        if (!course->runTo(moment)) {
            for (TemporaryChange& each : begun)
                trials.push_back({std::move(each), Message{"scale-too-long", {}}, {}, {}, {}});
            break;
        }
        while (course->doDue(
            moment, [&](const Due& step, Instant then, const std::vector<EventAction>& events) {
                if (step.action != "temporary.return")
                    return;
                if (auto change = take(step.subject))
                    trials.push_back(tried(course->engine(), std::move(*change), then, events));
            })) {
        }
    }
    return trials;
}

}  // namespace apportion
