// SPDX-License-Identifier: GPL-3.0-or-later
// The search of an advisor. Internal to plan: advise.cpp searches, advice_answer.cpp makes what was
// found into answers.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/advise.h"
#include "core/plan/bands.h"
#include "core/plan/futures.h"
#include "core/plan/levers.h"
#include "core/plan/run_futures.h"

namespace apportion {

// A wait is no longer than before if less than this is between them.
inline constexpr Duration kNoLonger = 60 * kSecond;

// A change was refused in that future, or could not be made: it reaches nothing.
using RunIf = std::optional<RunNumbers>;

// Of a quota in a run; null where it is not there.
const RunNumbers::Part* partOf(const RunNumbers& run, const std::string& quota);

class Advisor::Search {
public:
    Search(const PlanBase& base, AdviceRequest request, const Futures& futures,
           const SweepOptions& options);
    bool search(std::int64_t most, const std::function<void(const Progress&)>& told);
    void watchWith(RunControl* control) { options_.control = control; }
    bool isOver() const;
    const std::vector<TriedPoint>& points() const { return tried_.points; }
    AdviceAnswer answer();

private:
    struct Candidate {
        std::vector<LeverOption> options;
        std::vector<PlanEdit> edits;
        std::int64_t price = 0;
        std::int64_t harm = 0;
        std::int64_t miss = 0;       // millionths that its worst goal is off, mean of the runs
        std::vector<int> held = {};  // by goal, the others last
        std::size_t runs = 0;
    };
    Candidate candidateOf(std::vector<LeverOption> options) const;
    std::size_t goals() const { return request_.goals.size() + (request_.othersAtMost ? 1 : 0); }
    int ofTen(std::size_t goal) const {
        return goal < request_.goals.size() ? request_.goals[goal].ofTen : 8;
    }
    // In how many of the futures of the search a goal must be reached.
    int needed(std::size_t goal) const {
        return static_cast<int>((kAdviceFutures * ofTen(goal) + 9) / 10);
    }
    std::shared_ptr<const PlanBase> future(std::int64_t number);
    // False if the control ended it.
    bool run(const std::vector<PlanEdit>& edits, std::int64_t number, RunIf& result);
    // The futures from `first` on, in parallel; false if the control ended it.
    bool runMany(const std::vector<PlanEdit>& edits, std::int64_t first, std::vector<RunIf>& runs);
    bool runBase();
    std::int64_t value(const Goal& goal, const RunNumbers& run) const;
    // Millionths that the worst of the others waits longer; at most 0 if none does.
    std::int64_t harm(const RunNumbers& before, const RunNumbers& after) const;
    bool reached(std::size_t goal, const RunNumbers& before, const RunIf& after) const;
    // Millionths by which the worst goal is missed; 0 if all are reached.
    std::int64_t miss(const RunNumbers& before, const RunIf& after) const;
    // Runs futures until it is certain whether all goals are reached in enough of them; nothing if
    // the control ended it.
    std::optional<bool> reaches(Candidate& candidate);
    // False if the control ended it.
    bool tryOut(std::vector<LeverOption> options);
    // By the share of the runs in which its worst goal is reached, then by how much it is missed.
    void keepNearest(Candidate candidate);
    // Moves of whole nodes, GPU by GPU down to the least that still reaches the goals. The steps
    // between are tried one by one: waits are not monotone.
    void refine(Candidate& candidate);
    // With `less` GPUs fewer from one quota to another, in each way.
    std::vector<std::vector<LeverOption>> movedLess(const std::vector<LeverOption>& options,
                                                    Gpu less) const;
    Advice adviceOf(const Candidate& candidate, bool reaches);
    GoalOutcome outcomeOf(std::size_t goal, const std::vector<RunIf>& before,
                          const std::vector<RunIf>& after) const;
    std::vector<Payer> payers(const std::vector<RunIf>& before,
                              const std::vector<RunIf>& after) const;
    // Without each of its options, and with each one step cheaper.
    std::vector<std::vector<LeverOption>> cheaperOnes(const Candidate& candidate) const;
    std::vector<Neighbor> neighborsOf(const Candidate& candidate);
    std::vector<Message> limitsOf(const std::vector<RunIf>& after) const;

    const PlanBase& base_;
    const AdviceRequest request_;
    const Futures futures_;
    SweepOptions options_;
    const Bootstrap bootstrap_;
    const std::vector<std::string> teams_;
    std::vector<std::string> others_;  // that a goal does not help
    Gpu step_ = kOneGpu;
    Combinations combinations_;
    struct Drawn {
        std::mutex mutex;
        std::map<std::int64_t, std::shared_ptr<const PlanBase>> futures;
    };
    Drawn drawn_;
    std::optional<std::vector<LeverOption>> under_;  // its try was ended by the control
    std::vector<RunIf> searchBase_;
    std::vector<Candidate> found_;  // by rising price and falling harm
    struct Nearest {
        std::optional<Candidate> candidate;
        std::int64_t share = -1;  // millionths of the futures in which its worst goal is reached
        bool harmOnly = false;    // some reach all goals but that of the others
    };
    Nearest nearest_;
    struct Tried {
        std::int64_t count = 0;
        bool all = false;
        std::vector<TriedPoint> points;
    };
    Tried tried_;
};

}  // namespace apportion
