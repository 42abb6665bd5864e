// SPDX-License-Identifier: GPL-3.0-or-later
// A preemption policy while somebody is still choosing it: what is wrong with it and what mends
// that, how it reads, whom it could hit now, and what would happen if it were set. Nothing is
// changed by asking.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/change/change.h"
#include "core/model/message.h"
#include "core/model/outcome.h"
#include "core/model/quota.h"
#include "core/plan/effect.h"

namespace apportion {

class Engine;

// One of the two levels; nothing inside = switched off.
using PreemptionChoice =
    std::variant<std::optional<SelfPreemption>, std::optional<ChildPreemption>>;

bool isOn(const PreemptionChoice& choice);
PreemptionLevel levelOf(const PreemptionChoice& choice);
// What a quota has now, and what a dialog offers when it is switched on for the first time.
PreemptionChoice presentChoice(const QuotaPolicy& policy, PreemptionLevel level);
PreemptionChoice firstChoice(PreemptionLevel level);
// Whether work of this priority may take by it: on the child level any of the quota may.
bool mayTake(const PreemptionChoice& choice, int priority);
// A workload that is imagined to arrive on the quota in that moment.
struct Arrival {
    Gpu gpu = kOneGpu;
    int priority = 5;
    Module module = Module::training;
    friend bool operator==(const Arrival&, const Arrival&) = default;
};

// What is imagined at first: as much as such a quota is often asked for, 8 GPUs or what a smaller
// one is guaranteed, in whole ones, with the highest priority that may take.
Arrival firstArrival(const PreemptionChoice& choice, Gpu guaranteed, Gpu capacity);

struct PolicyDraft {
    std::string quota;
    PreemptionChoice choice;
    std::optional<Arrival> arrival;
    friend bool operator==(const PolicyDraft&, const PolicyDraft&) = default;
};

// What sets it.
Change changeOf(const PolicyDraft& draft);

// Another choice that mends a problem, and what is different in it.
struct PolicyRepair {
    enum class Kind { low, high, both, swap, priorities, modules, off };
    Kind kind = Kind::low;
    PreemptionChoice choice;
    friend bool operator==(const PolicyRepair&, const PolicyRepair&) = default;
};

struct PolicyProblem {
    enum class Place { high, low, priorities, modules, policy };
    Place place = Place::policy;
    Message message;
    std::optional<Message> why;         // what would go wrong with it
    std::vector<PolicyRepair> repairs;  // at most two, the smaller change first
    friend bool operator==(const PolicyProblem&, const PolicyProblem&) = default;
};

struct ModuleUse {
    int running = 0;
    Gpu gpu = 0;
    friend bool operator==(const ModuleUse&, const ModuleUse&) = default;
};

// A running workload that the policy allows to take now.
struct PolicyVictim {
    std::string workload;
    std::string quota;
    Module module = Module::training;
    int priority = 5;
    Gpu gpu = 0;
    GpuTime lost = 0;
    bool replicasOnly = false;               // only those beyond its minimum
    bool taken = false;                      // the trial takes it
    std::optional<Message> neverAgain = {};  // why it cannot start again
    friend bool operator==(const PolicyVictim&, const PolicyVictim&) = default;
};

// Whom the policy could hit.
struct HitNow {
    std::vector<PolicyVictim> victims;  // in the engine's order
    // Who is named and is not among them: what it has is within the guarantee of its quota or of
    // one above that, or it has run too short a time (rule 18).
    int keptByGuarantee = 0;
    int keptByRuntime = 0;
};

struct PolicyAnswer {
    std::string quota;
    std::vector<PolicyProblem> problems;  // with any, what follows `notes` is empty
    Message sentence;
    std::vector<Message> notes;               // where it can never have an effect
    std::array<ModuleUse, kModules> modules;  // what runs now where it may take
    HitNow hit;
    Gpu victimsGpu = 0;
    std::vector<std::string> siblings;
    Gpu borrowed = 0;  // by the siblings, beyond their guarantees
    // Waiting workloads that it lets take.
    int takers = 0;
    Gpu takersGpu = 0;
    // What setting it now does, and the same with the imagined arrival.
    Effect applied;
    std::optional<Effect> tried;
    const Effect& trial() const { return tried ? *tried : applied; }
};

// From the times of the engine that was asked to a clock that shows `by` more.
void shiftTimes(PolicyAnswer& answer, Duration by);

// `at` is the present moment of the engine's run. Nothing if there is no such quota.
std::optional<PolicyAnswer> draftPolicy(const Engine& engine, const PolicyDraft& draft, Instant at);

}  // namespace apportion
