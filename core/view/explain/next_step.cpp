// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/next_step.h"

namespace apportion {

NextSteps nextStepsOf(const View& view) {
    const DocumentState& document = view.document;
    if (!document.open || document.reading > 0)
        return {};
    // Nothing is submitted to what was recorded.
    if (!document.can.journal)
        return {{}, NextStep::makeProject};
    if (view.nodes.rows.empty() && document.offers("nodes.add"))
        return {NextStep::addNodes, {}};
    if (view.quotas.empty() && document.offers("quota.add"))
        return {NextStep::newQuota, {}};
    if (!document.offers("submit") || view.quotas.empty())
        return {};
    // Who submits is told that nobody decides; who goes live first need not be.
    if (document.rests())
        return {NextStep::goLive, NextStep::submit};
    return {NextStep::submit, {}};
}

}  // namespace apportion
