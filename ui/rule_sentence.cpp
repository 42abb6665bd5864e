// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rule_sentence.h"

#include <array>

#include <QCoreApplication>

namespace apportion::ui {

QString ruleSentence(Rule rule) {
    static constexpr std::array kSentences{
        QT_TRANSLATE_NOOP("rules",
                          "The guarantees of a quota's children are at most its own in sum, and "
                          "those of the roots at most the GPUs that they share."),
        QT_TRANSLATE_NOOP("rules",
                          "Work runs on any quota. What is submitted on one with children runs in "
                          "its own part, which stands beside them as one more."),
        QT_TRANSLATE_NOOP("rules",
                          "A start must keep the limit and the borrowing of its quota and of every "
                          "quota above, and the capacity. Work that is not preemptible never goes "
                          "beyond a guarantee."),
        QT_TRANSLATE_NOOP("rules",
                          "A request counts at its quota and at every quota above, as own work, as "
                          "work below, or as work of a quota above that stands on this guarantee."),
        QT_TRANSLATE_NOOP("rules",
                          "First everyone gets what is asked for up to the guarantee; what is then "
                          "left is the surplus."),
        QT_TRANSLATE_NOOP("rules",
                          "The surplus is handed out by rank, and inside a rank GPU by GPU by "
                          "weight, to those that ask for more."),
        QT_TRANSLATE_NOOP("rules",
                          "A weight that is not stated is the guarantee. With weight 0 a quota has "
                          "no part in the surplus and uses only what nobody claims."),
        QT_TRANSLATE_NOOP("rules",
                          "More than the fair share may be held while nobody else wants it."),
        QT_TRANSLATE_NOOP("rules",
                          "The queue of a quota names who is asked. Among quotas the one comes "
                          "first that holds the least of its fair share, its request included."),
        QT_TRANSLATE_NOOP("rules",
                          "A start tries free room first, then moving a few workloads together, "
                          "and evictions last."),
        QT_TRANSLATE_NOOP("rules",
                          "Nobody is evicted while there is free room, nor unless the taker then "
                          "starts."),
        QT_TRANSLATE_NOOP("rules",
                          "All replicas start together or none; an elastic workload starts with "
                          "its least number and grows into free room."),
        QT_TRANSLATE_NOOP("rules",
                          "A fraction shares one device with others; whole GPUs are free devices "
                          "of one node for each replica, on the node that is fullest afterwards."),
        QT_TRANSLATE_NOOP("rules",
                          "Work within its guarantee or its fair share takes from preemptible work "
                          "of quotas that hold more than theirs."),
        QT_TRANSLATE_NOOP("rules",
                          "Work of the high priorities takes from work of the low ones and of the "
                          "chosen modules, in the same quota, in its siblings, or in both; as the "
                          "policy of the quota says on which it was submitted."),
        QT_TRANSLATE_NOOP("rules",
                          "Any work that is submitted on the quota takes from work below it with "
                          "the chosen priorities and modules, guarantees included and whatever "
                          "its own priority."),
        QT_TRANSLATE_NOOP("rules",
                          "Both preemption policies hold for the chosen modules, whether or not a "
                          "workload calls itself preemptible."),
        QT_TRANSLATE_NOOP("rules",
                          "For its first while a run is taken by no reclaim, by no self-level "
                          "policy, and is not moved; child-level preemption may take it."),
        QT_TRANSLATE_NOOP("rules",
                          "Of all sets of victims that let the taker start the least is taken: who "
                          "is furthest above the share, then by lower priority, fewer GPUs and "
                          "less work lost."),
        QT_TRANSLATE_NOOP("rules",
                          "Who is evicted waits again from the original submission on, and keeps "
                          "what the last checkpoint holds."),
        QT_TRANSLATE_NOOP("rules",
                          "New sizes take effect all together or not at all. Where what runs would "
                          "not fit, the mode says whether that refuses, drains or reclaims."),
        QT_TRANSLATE_NOOP("rules",
                          "A quota with children, workspaces or work is not deleted, and a change "
                          "of policy by itself touches nothing that runs."),
        QT_TRANSLATE_NOOP("rules",
                          "Each change is kept with who, when, what and why, and can be undone "
                          "while nothing else depends on it."),
        QT_TRANSLATE_NOOP("rules",
                          "A role says what a user may do, and a cap how many GPUs a user may hold "
                          "in a workspace. Nobody is evicted to make room under a cap."),
        QT_TRANSLATE_NOOP("rules",
                          "At one moment ends come first, then changes, then submissions; after "
                          "them starts are decided until nothing changes any more."),
        QT_TRANSLATE_NOOP("rules",
                          "After each moment nothing that waits could start, and nobody is evicted "
                          "twice in a row for the same taker."),
        QT_TRANSLATE_NOOP("rules",
                          "Live, replay and plan decide the same from the same inputs in the same "
                          "order."),
    };
    const auto index = static_cast<std::size_t>(number(rule)) - 1;
    return index < kSentences.size() ? QCoreApplication::translate("rules", kSentences[index])
                                     : QString();
}

}  // namespace apportion::ui
