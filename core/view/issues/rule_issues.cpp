// SPDX-License-Identifier: GPL-3.0-or-later
// Preemption rules that can never take anything, and exactly why not. That nobody matches is said
// only where all work is in view and there is some to judge by.
#include <array>
#include <map>
#include <set>

#include "core/model/words.h"
#include "core/view/issues/quota_look.h"

namespace apportion {

namespace {

class DeadRules {
public:
    DeadRules(const IssueInput& input, std::vector<Issue>& found)
        : input_(input),
          look_(input.look),
          found_(found),
          wholeView_(input.view.waiting.size() < View::kMostRows &&
                     input.view.running.size() < View::kMostRows) {}

    void find() {
        tally();
        for (const QuotaRow& row : input_.view.quotas) {
            if (row.policy.childPreemption)
                childLevel(row, *row.policy.childPreemption);
            if (row.policy.selfPreemption)
                selfLevel(row, *row.policy.selfPreemption);
        }
    }

private:
    void tell(const QuotaRow& row, std::string code, std::vector<Argument> arguments,
              IssueFix fix) {
        Issue issue;
        issue.what.code = "issue-dead-rule." + std::move(code);
        issue.what.arguments = {{"quota", Value::ofText(row.name)}};
        issue.what.arguments.insert(issue.what.arguments.end(), arguments.begin(), arguments.end());
        issue.subjectKind = Issue::Subject::quota;
        issue.subject = row.name;
        issue.colour = row.colour;
        issue.fix = std::move(fix);
        found_.push_back(std::move(issue));
    }

    static IssueFix takeOut(const QuotaRow& row, PreemptionLevel level) {
        SetPolicy off{row.name};
        if (level == PreemptionLevel::self)
            off.self = std::optional<SelfPreemption>();
        else
            off.child = std::optional<ChildPreemption>();
        return fixBy(std::move(off), row.name);
    }

    static IssueFix dialog(const QuotaRow& row, IssueFix::Kind kind) {
        IssueFix fix;
        fix.kind = kind;
        fix.subject = row.name;
        return fix;
    }

    static std::vector<std::string> names(ModuleSet modules) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < modules.size(); ++i)
            if (modules.test(i))
                names.emplace_back(Words<Module>::all[i]);
        return names;
    }

    // How many workloads a quota itself has, by module and priority.
    static constexpr std::size_t kPriorities = kHighestPriority + 1;
    using Tally = std::array<int, kModules * kPriorities>;
    static std::size_t place(Module module, int priority) {
        return static_cast<std::size_t>(module) * kPriorities + static_cast<std::size_t>(priority);
    }

    void tally() {
        for (const auto* rows : {&input_.view.waiting, &input_.view.running})
            for (const WorkloadRow& work : *rows)
                if (const QuotaRow* quota = look_.find(work.quota)) {
                    ++tallies_[quota][place(work.module, work.priority)];
                    if (work.module == Module::training && !work.preemptible)
                        firmTraining_.insert(quota);
                }
    }

    // Of the quotas that `inScope` takes: how many workloads there are, and how many of them have a
    // priority in the range and one of the modules.
    struct Count {
        int all = 0;
        int matching = 0;
    };
    template <typename InScope>
    Count count(InScope inScope, const PriorityRange& range, ModuleSet modules) const {
        Count count;
        for (const auto& [quota, tally] : tallies_) {
            if (!inScope(*quota))
                continue;
            for (int module = 0; module < kModules; ++module)
                for (int priority = 0; priority <= kHighestPriority; ++priority) {
                    const int here = tally[place(static_cast<Module>(module), priority)];
                    count.all += here;
                    if (range.contains(priority) && modules.test(static_cast<std::size_t>(module)))
                        count.matching += here;
                }
        }
        return count;
    }

    bool nobody(const Count& count) const {
        return wholeView_ && count.all > 0 && count.matching == 0;
    }

    static std::vector<Argument> band(const PriorityRange& range, int count) {
        const std::string from = std::to_string(range.from);
        return {
            {"priorities",
             Value::ofText(range.from == range.to ? from : from + "–" + std::to_string(range.to))},
            {"count", Value::ofCount(count)}};
    }

    void childLevel(const QuotaRow& row, const ChildPreemption& policy) {
        if (look_.children(row).empty())
            return tell(row, "no-children", {}, takeOut(row, PreemptionLevel::child));
        const Count below = count(
            [&](const QuotaRow& quota) { return &quota != &row && look_.isBelow(quota, row); },
            policy.priorities, policy.modules);
        if (!nobody(below))
            return;
        std::vector<Argument> arguments = band(policy.priorities, below.all);
        arguments.push_back({"modules", Value::ofList(names(policy.modules))});
        tell(row, "child-nobody", std::move(arguments),
             dialog(row, IssueFix::Kind::childPreemption));
    }

    void selfLevel(const QuotaRow& row, const SelfPreemption& policy) {
        if (policy.scope == PreemptionScope::siblings && look_.level(row).size() == 1)
            return tell(row, "no-siblings", {}, takeOut(row, PreemptionLevel::self));
        if (isShadowed(row, policy))
            return tell(row, "shadowed", {}, takeOut(row, PreemptionLevel::self));
        const auto own = [&](const QuotaRow& quota) { return &quota == &row; };
        const Count takers = count(own, policy.high, ModuleSet().set());
        if (nobody(takers))
            return tell(row, "high-nobody", band(policy.high, takers.all),
                        dialog(row, IssueFix::Kind::selfPreemption));
        const Count victims = count(
            [&](const QuotaRow& quota) {
                if (own(quota))
                    return policy.scope != PreemptionScope::siblings;
                return policy.scope != PreemptionScope::quota && isBelowSibling(quota, row);
            },
            policy.low, policy.modules);
        if (!nobody(victims))
            return;
        std::vector<Argument> arguments = band(policy.low, victims.all);
        arguments.push_back({"modules", Value::ofList(names(policy.modules))});
        tell(row, "low-nobody", std::move(arguments), dialog(row, IssueFix::Kind::selfPreemption));
    }

    // Priority preemption takes all that is preemptible in the same quota; the rule adds what is
    // not.
    bool isShadowed(const QuotaRow& row, const SelfPreemption& policy) const {
        const bool own = policy.scope == PreemptionScope::quota ||
                         (policy.scope == PreemptionScope::both && look_.level(row).size() == 1);
        ModuleSet training;
        training.set(static_cast<std::size_t>(Module::training));
        return own && row.policy.priorityPreemption && wholeView_ && policy.modules == training &&
               !firmTraining_.contains(&row);
    }

    // At or below another quota of the row's level.
    bool isBelowSibling(const QuotaRow& quota, const QuotaRow& row) const {
        const QuotaRow* top = &quota;
        while (top != nullptr && top->depth > row.depth)
            top = look_.parent(*top);
        return top != nullptr && top != &row && top->depth == row.depth &&
               top->parent == row.parent &&
               (row.parent >= 0 || look_.group(*top) == look_.group(row));
    }

    const IssueInput& input_;
    const QuotaLook& look_;
    std::vector<Issue>& found_;
    bool wholeView_;
    std::map<const QuotaRow*, Tally> tallies_;
    std::set<const QuotaRow*> firmTraining_;  // with training that is not preemptible
};

}  // namespace

void findDeadRules(const IssueInput& input, std::vector<Issue>& found) {
    DeadRules(input, found).find();
}

}  // namespace apportion
