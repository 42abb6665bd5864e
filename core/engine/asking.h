// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 9 over all leaves of a group in one pass: who is asked next. Whoever sleeps would be asked
// in vain: it is stepped over, and counts as asked in this pass as soon as anything changes.
#pragma once

#include <optional>

#include <boost/container/small_vector.hpp>

#include "core/engine/ask_order.h"
#include "core/engine/sleep.h"
#include "core/engine/state.h"
#include "core/engine/turn.h"

namespace apportion {

class Asking {
public:
    Asking(EngineState& state, GroupId group);

    // Nobody: all that is left would be asked in vain.
    std::optional<Pick> next();
    // What became of the last one.
    void left(const Pick& pick, const Place& place);
    void failed(const Pick& pick, const Place& place);
    // Before anything changes for a job: all who stand before it were asked, in vain; from here on
    // they may wake. `victims`: leaves where somebody will wait anew.
    using Leaves = boost::container::small_vector<BranchId, 8>;
    void beforeChange(const Job& job, const Leaves& victims = {});
    // Somebody came into a queue.
    void joined(WorkloadId id);
    // Everybody may be asked again.
    void startAgain();

private:
    enum class Mode {
        all,    // step by step, over all leaves
        alone,  // one leaf has hope: the others are made up for when something changes
        few,    // some leaves have, or many, and all compete in one level: the same
    };
    // All who stand before this moment of the order were asked: still to be done at their leaves.
    struct Passed {
        AskOrder::Key until;
        Leaves done;
    };

    std::optional<Pick> pickOf(BranchId leaf) const;
    // Whom rule 9 asks next, if at one leaf it were `of`'s turn.
    std::optional<Pick> inOrder(std::optional<Pick> of = {});
    void updateOrder(std::optional<Pick> of = {});
    std::optional<Pick> stepByStep(BranchId only);
    std::optional<Pick> ofFew(const Sleep::Hopeful& hopeful);
    bool othersWait(BranchId leaf) const;
    void skip(const Pick& pick);
    void changedTurn(BranchId leaf);
    void pass(BranchId leaf, const AskOrder::Key& until);
    void makeUp();
    Turn& turn(BranchId leaf) { return state_.turns[static_cast<std::size_t>(leaf)]; }
    const Queue::Line& lineOf(const Pick& pick) const {
        return state_.queues[static_cast<std::size_t>(pick.leaf)].lines()[pick.who.line];
    }

    EngineState& state_;
    GroupId group_;
    bool oneLevel_;
    Mode mode_ = Mode::all;
    Gpu largest_ = 0;  // alone: request asked in vain there since all others caught up
    std::optional<AskOrder::Key> latest_;  // few: of who was asked since
    std::optional<Passed> passed_;
};

}  // namespace apportion
