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
                          "Workloads can be submitted to any quota. In a quota with children, "
                          "direct workloads count as one more child."),
        QT_TRANSLATE_NOOP(
            "rules",
            "A start must fit the capacity, and the limit and borrowing of its quota and all "
            "quotas above. Non-preemptible workloads stay within guarantees."),
        QT_TRANSLATE_NOOP("rules",
                          "A request counts at its quota and at every quota above: as direct, as "
                          "below, or as use of this guarantee by a quota above."),
        QT_TRANSLATE_NOOP(
            "rules",
            "Each quota first gets its requests up to its guarantee. The rest is the surplus."),
        QT_TRANSLATE_NOOP("rules",
                          "Quotas that request more get the surplus by rank, and inside a rank GPU "
                          "by GPU by weight."),
        QT_TRANSLATE_NOOP("rules",
                          "The default weight is the guarantee. A quota of weight 0 gets only "
                          "unclaimed surplus."),
        QT_TRANSLATE_NOOP(
            "rules", "A quota can exceed its fair share while no other quota requests the GPUs."),
        QT_TRANSLATE_NOOP(
            "rules",
            "The scheduling policy of a quota decides which workload can start next. The quota "
            "with the lowest allocation relative to its fair share is first."),
        QT_TRANSLATE_NOOP(
            "rules",
            "A start uses free GPUs first, then moves of a few workloads, and evictions last."),
        QT_TRANSLATE_NOOP("rules",
                          "An eviction happens only if no free GPUs suffice and the preemptor "
                          "starts afterwards."),
        QT_TRANSLATE_NOOP("rules",
                          "All replicas start together. An elastic workload starts with its "
                          "minimum and grows on free GPUs."),
        QT_TRANSLATE_NOOP("rules",
                          "A fraction shares one device. Whole GPUs of a replica are on one node, "
                          "the one that is fullest afterwards."),
        QT_TRANSLATE_NOOP("rules",
                          "Workloads within the guarantee or fair share of their quota can evict "
                          "preemptible workloads of quotas above theirs."),
        QT_TRANSLATE_NOOP("rules",
                          "High priorities evict low priorities of the chosen modules, in the same "
                          "quota, in its siblings, or in both. The policy of the quota decides."),
        QT_TRANSLATE_NOOP(
            "rules",
            "Workloads submitted to the quota, of any priority, can evict workloads below it of "
            "the chosen priorities and modules, guaranteed GPUs included."),
        QT_TRANSLATE_NOOP("rules",
                          "Both preemption policies apply to the chosen modules, even if a "
                          "workload is not preemptible."),
        QT_TRANSLATE_NOOP("rules",
                          "Within its minimum runtime, reclaim, self-level preemption, and moves "
                          "spare a workload. Child-level preemption can evict it."),
        QT_TRANSLATE_NOOP("rules",
                          "The smallest set of evictions is chosen: furthest above the fair share "
                          "first, then lower priority, fewer GPUs, and less lost work."),
        QT_TRANSLATE_NOOP("rules",
                          "An evicted workload keeps its submit time in the queue, and its work up "
                          "to the last checkpoint."),
        QT_TRANSLATE_NOOP("rules",
                          "New guarantees apply in one step. If running workloads exceed them, the "
                          "mode decides: refuse, wait, or evict."),
        QT_TRANSLATE_NOOP("rules",
                          "A quota with children, workspaces, or workloads cannot be deleted. A "
                          "policy change alone does not affect running workloads."),
        QT_TRANSLATE_NOOP("rules",
                          "Each change is kept with user, time, values, and reason, and can be "
                          "undone while nothing depends on it."),
        QT_TRANSLATE_NOOP("rules",
                          "Roles decide what users can do. User caps limit their GPUs in a "
                          "workspace, and never evict workloads."),
        QT_TRANSLATE_NOOP("rules",
                          "At one time, ends come first, then changes, then submissions. Then "
                          "starts are decided until nothing changes."),
        QT_TRANSLATE_NOOP("rules",
                          "Afterwards no waiting workload could start. No workload is evicted "
                          "twice in a row for the same preemptor."),
        QT_TRANSLATE_NOOP(
            "rules",
            "Live, replay, and plan decide the same from the same inputs in the same order."),
    };
    const auto index = static_cast<std::size_t>(number(rule)) - 1;
    return index < kSentences.size() ? QCoreApplication::translate("rules", kSentences[index])
                                     : QString();
}

}  // namespace apportion::ui
