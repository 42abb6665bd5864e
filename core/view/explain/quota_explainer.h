// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to explain_quota: the facts of one quota, found one after the other. What is told of
// evictions, of the surplus and of the queue stands in a file of its own each.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/view/awaiting_approval.h"
#include "core/view/explain/explain_quota.h"

namespace apportion {

class QuotaExplainer {
public:
    QuotaExplainer(const PoolSource& pool, QuotaId self)
        : pool_(pool), engine_(pool.engine), self_(self) {}

    QuotaExplanation explain();

private:
    using Fact = QuotaFact::Kind;
    using Change = QuotaChange::Kind;
    static constexpr std::size_t kMostNames = 4;
    static constexpr std::size_t kMostChanges = 3;

    void fact(Fact kind, std::vector<Argument> arguments, std::optional<Rule> rule = {},
              std::optional<Instant> at = {}) {
        answer_.facts.push_back({kind, at, std::move(arguments), rule});
    }
    void change(Change kind, std::string subject, bool isQuota, std::vector<Argument> arguments) {
        if (answer_.changes.size() < kMostChanges)
            answer_.changes.push_back({kind, std::move(arguments), std::move(subject), isQuota});
    }
    bool isBelow(QuotaId quota, QuotaId ancestor) const;
    std::vector<QuotaId> level() const;
    bool everAsked() const;
    void below();
    void beyond();
    void exactly();
    void within(Gpu lent, Rule rule);
    Gpu firmBelow(QuotaId quota) const;
    bool drains();

    // Evictions.
    std::optional<QuotaId> quotaOfWorkload(const std::string& name) const;
    bool lasts(const Eviction& record) const;
    bool startedAgain(const Eviction& record) const;
    bool lost();
    void right(const Eviction& record);
    void victims(const std::vector<const Eviction*>& taken);
    void earlier(const std::vector<const Eviction*>& taken);
    bool took();
    template <typename Wanted>
    std::vector<const Eviction*> latest(Wanted wanted) const;

    // What is to spare.
    void lenders();
    std::optional<QuotaId> outrankedBy() const;
    void surplus();
    Duration minRuntime() const;
    bool anyoneBesideIsShort() const;
    void protectedBeyondShare();

    // Who waits.
    static bool neverStarts(const Reason& reason);
    bool waitsForThePool(WorkloadId id, bool mayAsk) const;
    void resting();
    void unapproved();
    void waiting();
    void nextInTurn(WorkloadId id, const Reason& reason);
    Gpu gainedByTheEndOf(const std::string& workload) const;
    void takersEnd();

    const PoolSource& pool_;
    const Engine& engine_;
    QuotaId self_;
    QuotaNumbers numbers_;
    bool unapproved_ = false;
    QuotaExplanation answer_;
};

}  // namespace apportion
