// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/work_filter.h"

#include <algorithm>
#include <initializer_list>

namespace apportion {

namespace {

// The words that stand in none of the texts yet.
class Missing {
public:
    explicit Missing(const std::vector<TextSearch>& words) {
        for (const TextSearch& word : words)
            words_.push_back(&word);
    }
    bool none() const { return words_.empty(); }
    void lookIn(const std::string& text) {
        std::erase_if(words_, [&](const TextSearch* word) { return word->isIn(text); });
    }
    void lookIn(std::initializer_list<const std::string*> texts) {
        for (const std::string* text : texts)
            lookIn(*text);
    }

private:
    std::vector<const TextSearch*> words_;
};

// Of the others the last column tells the nodes or the state.
bool saysWhy(const WorkloadRow& row) {
    const WorkloadOutcome& status = row.status;
    return status.state == WorkloadState::pending || status.reason || status.stopping;
}

}  // namespace

WorkFilter::WorkFilter(std::string_view typed) : words_(searchWords(typed)) {}

// Rows of parents are before those of their children.
WorkFilter::WorkFilter(std::string_view typed, const View& view) : WorkFilter(typed) {
    if (words_.empty())
        return;
    const TextSearch whole(typed);
    const auto is = [&](const std::string& name) {
        return name.size() == typed.size() && whole.isIn(name);
    };
    std::vector<bool> below(view.quotas.size(), false);
    for (std::size_t i = 0; i < view.quotas.size(); ++i) {
        const QuotaRow& row = view.quotas[i];
        below[i] = is(row.name) || is(row.team) ||
                   (row.parent >= 0 && below[static_cast<std::size_t>(row.parent)]);
        if (below[i])
            quotas_.insert(row.name);
    }
    for (const WorkspaceRow& row : view.workspaces) {
        if (is(row.spec.name))
            workspace_ = row.spec.name;
        for (const WorkspaceRow::User& user : row.users)
            if (is(user.name))
                user_ = user.name;
    }
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (const WorkloadRow& row : *rows) {
            if (is(row.user))
                user_ = row.user;
            if (is(row.name)) {  // then it is a name of work, too
                quotas_.clear();
                workspace_.clear();
                user_.clear();
                return;
            }
        }
}

bool WorkFilter::isOf(const std::string& quota, const std::string& workspace,
                      const std::string& user) const {
    return quotas_.contains(quota) || (!workspace_.empty() && workspace == workspace_) ||
           (!user_.empty() && user == user_);
}

bool WorkFilter::finds(const WorkloadRow& row, const WorkTexts& texts) const {
    if (isExact())
        return isOf(row.quota, row.workspace, row.user);
    Missing missing(words_);
    missing.lookIn({&row.name, &row.team, &row.quota, &row.user, &row.workspace,
                    &texts.states[static_cast<std::size_t>(row.status.state)],
                    &texts.modules[static_cast<std::size_t>(row.module)]});
    for (const Placement& placement : row.status.placements)
        missing.lookIn(placement.node);
    if (!missing.none() && saysWhy(row))
        missing.lookIn(texts.why(row));
    return missing.none();
}

bool WorkFilter::finds(const EvictionRow& row, const WorkTexts& texts) const {
    if (isExact())
        return isOf(row.victim.quota, row.victim.workspace, row.victim.user) ||
               isOf(row.preemptor.quota, row.preemptor.workspace, row.preemptor.user);
    Missing missing(words_);
    missing.lookIn({&row.record.victim, &row.record.preemptor, &texts.evicted,
                    &texts.modules[static_cast<std::size_t>(row.module)]});
    for (const EvictionRow::Side* side : {&row.victim, &row.preemptor})
        missing.lookIn({&side->quota, &side->team, &side->user, &side->workspace});
    if (!missing.none())
        missing.lookIn(texts.evictionWhy(row));
    return missing.none();
}

}  // namespace apportion
