// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/asking.h"

#include <algorithm>
#include <utility>

namespace apportion {

// A cap moves others' work into and out of queues that nobody looks at here.
Asking::Asking(EngineState& state, GroupId group)
    : state_(state),
      group_(group),
      oneLevel_(state.order.oneLevel(group) && state.caps.people().empty()) {}

std::optional<Pick> Asking::pickOf(BranchId leaf) const {
    const auto at = static_cast<std::size_t>(leaf);
    const auto next = state_.turns[at].candidate(state_);
    if (!next)
        return std::nullopt;
    // The job itself may be far away in memory: what is asked at every step stands in its line.
    return Pick{leaf, *next, state_.queues[at].lines()[next->line].gpu};
}

// The order is brought up to date when it is asked: often a single leaf has any hope.
std::optional<Pick> Asking::inOrder(std::optional<Pick> of) {
    updateOrder(of);
    return state_.order.next(group_);
}

void Asking::updateOrder(std::optional<Pick> of) {
    for (const BranchId leaf : state_.order.takeOutdated())
        state_.order.set(state_, leaf, of && of->leaf == leaf ? of : pickOf(leaf));
    state_.order.upToDate();
}

// Whose turn it is changes the order, not who sleeps.
void Asking::changedTurn(BranchId leaf) {
    if (state_.turned.empty() || state_.turned.back() != leaf)
        state_.turned.push_back(leaf);
    state_.order.outdate(leaf);
}

void Asking::skip(const Pick& pick) {
    turn(pick.leaf).skipSleeping(state_, pick.who);
    changedTurn(pick.leaf);
}

std::optional<Pick> Asking::next() {
    for (const BranchId leaf : state_.sleep.takeTouched()) {
        state_.sleep.settle(state_, leaf);
        state_.order.outdate(leaf);
    }
    const Sleep::Hopeful hopeful = state_.sleep.hopeful(state_, group_);
    if (!hopeful.any()) {
        state_.sleep.quieten(state_, group_);
        return std::nullopt;
    }
    makeUp();
    const bool alone = !hopeful.many && hopeful.leaves.size() == 1;
    const bool few = oneLevel_ && !(alone && !othersWait(hopeful.leaves.front()));
    mode_ = few && !state_.sleepless ? Mode::few : alone ? Mode::alone : Mode::all;
    if (mode_ == Mode::few)
        return ofFew(hopeful);
    return stepByStep(alone ? hopeful.leaves.front() : kNoBranch);
}

std::optional<Pick> Asking::stepByStep(BranchId only) {
    for (;;) {
        const auto pick = mode_ == Mode::alone ? pickOf(only) : inOrder();
        if (!pick || !state_.sleep.asleep(state_, lineOf(*pick)))
            return pick;
        if (mode_ == Mode::alone)
            largest_ = std::max(largest_, pick->request);
        skip(*pick);
    }
}

// Who wakes first at each of them, and of these the one whose turn comes first: that of the largest
// request before it at its leaf, since the larger the later.
std::optional<Pick> Asking::ofFew(const Sleep::Hopeful& hopeful) {
    std::optional<Pick> best;
    AskOrder::Key first;
    const auto consider = [&](BranchId leaf) {
        const auto awake = turn(leaf).firstAwake(state_);
        if (!awake)
            return;
        const AskOrder::Key key = state_.order.keyOf(state_, leaf, awake->largest);
        if (best && !(key < first))
            return;
        first = key;
        const auto& lines = state_.queues[static_cast<std::size_t>(leaf)].lines();
        best = {leaf, awake->who, lines[awake->who.line].gpu};
    };
    if (hopeful.many) {
        updateOrder();
        state_.order.eachFromFirst(group_, [&](BranchId leaf, const AskOrder::Key& key) {
            if (best && !(key < first))
                return false;
            consider(leaf);
            return true;
        });
    } else {
        for (const BranchId leaf : hopeful.leaves) {
            // Not before whoever stands first there.
            const auto next = best ? pickOf(leaf) : std::nullopt;
            if (!next || state_.order.keyOf(state_, leaf, next->request) < first)
                consider(leaf);
        }
    }
    if (!best)
        return std::nullopt;
    turn(best->leaf).passTo(state_, best->who);
    changedTurn(best->leaf);
    if (!latest_ || *latest_ < first)
        latest_ = first;
    return best;
}

void Asking::left(const Pick& pick, const Place& place) {
    turn(pick.leaf).left(place);
    changedTurn(pick.leaf);
}

void Asking::failed(const Pick& pick, const Place& place) {
    turn(pick.leaf).asked(place);
    if (mode_ == Mode::alone)
        largest_ = std::max(largest_, pick.request);
    changedTurn(pick.leaf);
}

bool Asking::othersWait(BranchId leaf) const {
    return state_.books.groupPending(group_) > state_.books[leaf].pendingWorkloads;
}

void Asking::beforeChange(const Job& job, const Leaves& victims) {
    if (latest_) {
        // Mostly nobody is asked any more in the pass, and nobody needs to know who was.
        for (const BranchId leaf : state_.order.takeOutdated())
            if (leaf != job.leaf())  // told apart below, and set again after the change
                state_.order.set(state_, leaf, pickOf(leaf));
        state_.order.upToDate();
        passed_ = Passed{*std::exchange(latest_, std::nullopt), {job.leaf()}};
        for (const BranchId leaf : victims)
            if (std::find(passed_->done.begin(), passed_->done.end(), leaf) ==
                passed_->done.end()) {
                pass(leaf, passed_->until);
                passed_->done.push_back(leaf);
            }
        return;
    }
    if (mode_ != Mode::alone)
        return;
    // Whoever stood before it at its leaf was asked in vain first, and the larger the later.
    const Gpu largest = std::max(std::exchange(largest_, 0), job.requestGpu());
    if (!othersWait(job.leaf()))
        return;
    const Pick last{
        job.leaf(), {Place::of(job, job.id), static_cast<std::size_t>(job.line)}, largest};
    state_.order.outdate(job.leaf());
    for (auto first = inOrder(last); first && first->id() != job.id; first = inOrder(last))
        skip(*first);
}

// As the order was set, before anything changed: whoever came before `until` was asked in vain,
// awake or not by now, up to the first whose request is too large for that.
void Asking::pass(BranchId leaf, const AskOrder::Key& until) {
    const auto before = [&](Gpu request) {
        return state_.order.keyAsSet(state_.tree, leaf, request) < until;
    };
    for (auto pick = pickOf(leaf); pick && before(pick->request); pick = pickOf(leaf)) {
        Gpu largest = pick->request;
        for (const Queue::Line& line : state_.queues[static_cast<std::size_t>(leaf)].lines())
            if (line.gpu > largest && before(line.gpu))
                largest = line.gpu;
        turn(leaf).skipUpTo(state_, pick->who, largest);
        changedTurn(leaf);
    }
}

void Asking::makeUp() {
    if (!passed_)
        return;
    const Passed passed = *std::exchange(passed_, std::nullopt);
    for (const BranchId leaf : state_.order.before(group_, passed.until))
        if (std::find(passed.done.begin(), passed.done.end(), leaf) == passed.done.end())
            pass(leaf, passed.until);
}

void Asking::joined(WorkloadId id) {
    const Job& job = state_.job(id);
    turn(job.leaf()).joined(state_, id);
    changedTurn(job.leaf());
}

void Asking::startAgain() {
    for (const BranchId leaf : state_.turned) {
        turn(leaf).start();
        state_.order.outdate(leaf);
    }
    passed_.reset();
}

}  // namespace apportion
