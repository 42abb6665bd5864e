// SPDX-License-Identifier: GPL-3.0-or-later
// What runs the work of a live pool: this machine or a cluster. README.md says how one is added.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

class Consent;

struct BackendFacts {
    std::string who;                 // as whom it acts
    std::string version;             // of what answers; empty = it has none
    std::optional<Message> refusal;  // why this user may not run the pool with it
    std::vector<Message> limits;     // what it cannot enforce of this pool, and why
    Consent* consent = nullptr;      // owned by the backend; nothing = it needs none
};

struct SeenNode {
    std::string name;            // as the pool has it
    std::optional<int> devices;  // GPUs found; nothing = nobody can tell
    friend bool operator==(const SeenNode&, const SeenNode&) = default;
};

// A run that the pool has now, never an earlier one of the same workload.
struct SeenRun {
    enum class State { running, stopped, finished, failed, rejected, cancelled };
    std::string workload;
    State state = State::running;
    std::optional<Message> why = {};   // of failed, rejected and cancelled
    std::optional<int> code = {};      // exit code, or the signal
    std::optional<Moment> ended = {};  // of what ran of it; where that is known
    bool ran = true;                   // false = there never was a process of this run
    std::optional<int> place = {};     // the one replica that was told to stop; nothing = all of it
};

// What runs there and is not of this pool's file. It holds its devices, and no step touches it.
struct ForeignRun {
    std::string pool;      // whose it is; empty = of this pool, and its file knows nothing of it
    std::string id;        // as the backend names it
    std::string workload;  // its name
    std::int64_t process = 0;  // 0 = not known
    Moment since = 0;          // 0 = not known
    std::vector<int> devices;  // from 0 on its node
    Gpu gpu = 0;               // of all of them
};

struct Observed {
    Moment asOf = 0;  // of the data, by the caller's clock: an old picture has an old moment
    std::vector<SeenNode> nodes;
    std::vector<SeenRun> runs;        // also those that nobody can place there
    std::vector<ForeignRun> foreign;  // of this pool, which its file knows nothing of
    // GPUs of the pool's nodes that are not its own to give, as others hold them; never what its
    // own runs hold.
    std::map<std::string, Gpu> taken;
    std::set<std::string> unbegun;  // work that has its place, and nothing of that run has begun
    Problems obstacles;             // what keeps it from looking after runs; empty = nothing
    Problems notes;                 // warnings, each told once
};

struct Step {
    enum class Danger { none, endsRun };
    std::string key;   // the same for the same effect, whoever plans it
    std::string text;  // exact and native, as a person would type it; never translated
    Danger danger = Danger::none;
    std::string workload;
};

struct Steps {
    std::vector<Step> steps;                 // in the order in which they are safe
    std::map<std::string, Message> waiting;  // workloads that have their place and no step, and why
};

struct StepDone {
    enum class State {
        done,     // read back
        sent,     // not read back yet; a later observe() tells
        waiting,  // not done, as something holds what it needs; a later plan() has it again
        failed,   // not done; a later observe() or plan() says what becomes of it
    };
    State state = State::done;
    std::optional<Message> why;  // of waiting
};

// Used on one thread. No function waits for a slow other end longer than kPatience: it answers what
// is known, with its age. An error is of the whole call: what became of it is not known.
class Backend {
public:
    static constexpr Duration kPatience = kSecond;

    virtual ~Backend() = default;
    // Who acts with which rights, and what is not enforced. Asked as the pool goes live; no errors.
    virtual BackendFacts facts(const Project& project) = 0;
    // What is there. Changes nothing that runs. Error: no answer, and none from before.
    virtual Result<Observed> observe(const Project& project, Moment now) = 0;
    // What makes it as the project is, by the last observe(). Changes nothing. Error: no answer.
    virtual Result<Steps> plan(const Project& project, Moment now) = 0;
    // A step of the last plan(), which has its effect once however often it is applied. Half done
    // by whoever was killed, the rest of it is planned under the same key. Error: step-unknown; or
    // no answer, and the next observe() tells whether it happened.
    virtual Result<StepDone> apply(const Step& step) = 0;
    // Until something is to be observed, at most so many milliseconds. No errors.
    virtual void wait(Duration most) const = 0;
};

// That a node has fewer GPUs than the pool declares there, of the first that has.
std::optional<Message> missingGpus(const Project& project, const std::vector<SeenNode>& nodes);
// GPUs that the pool declares on a node; 0 = it has no such node.
std::size_t declaredOn(const Project& project, const std::string& node);

}  // namespace apportion
