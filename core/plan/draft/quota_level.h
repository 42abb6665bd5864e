// SPDX-License-Identifier: GPL-3.0-or-later
// Where a new quota would stand: its siblings, what they divide, and how it would share in the
// surplus. Internal to the draft of a quota.
#pragma once

#include "core/plan/draft/quota_draft.h"

namespace apportion {

struct QuotaLevel {
    std::vector<const Quota*> siblings;  // file order
    const Quota* parent = nullptr;
    NodeChoice nodes;  // of the roots' group, or of the one above the parent
};

QuotaLevel levelOf(const Project& project, const QuotaDraft& draft);
QuotaRoom roomOf(const QuotaLevel& level, const QuotaDraft& draft);

// Weights in hundredths, as a missing one is the guaranteed GPUs (rule 7): the draft's own first,
// then those of its siblings of the same rank that may borrow, and the parent's own part.
std::vector<std::int64_t> weightsOf(const QuotaLevel& level, const QuotaDraft& draft);

// The nearest limit above, and whose; without one what the nodes have.
std::pair<Gpu, std::string> limitAbove(const Project& project, const QuotaLevel& level);

// What the draft may use at most: under its limit and those above, and within the guarantees of
// those above that may not go beyond them (rule 3).
Gpu mostOf(const Project& project, const QuotaLevel& level, const QuotaDraft& draft);

// By type and by label, those of more than one node and not of all first.
std::vector<NodeChoice> nodeChoices(const Project& project);

// How the draft reads, in whole sentences.
std::vector<Message> sentencesOf(const Project& project, const QuotaLevel& level,
                                 const QuotaDraft& draft);

}  // namespace apportion
