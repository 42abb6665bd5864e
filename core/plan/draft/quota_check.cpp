// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the draft of a quota: a dry run of its command says so, and repairs are tried
// the same way. There is no second copy of a rule here.
#include <algorithm>
#include <functional>
#include <numeric>

#include "core/access/access.h"
#include "core/access/redaction.h"
#include "core/change/refuse.h"
#include "core/engine/engine.h"
#include "core/model/message_arguments.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/quota_level.h"
#include "core/plan/draft/scale_event.h"

namespace apportion {

namespace {

using QuotaPlace = QuotaDraftProblem::Place;
using QuotaRepairKind = QuotaRepair::Kind;

constexpr std::size_t kMostTried = 3;
constexpr Gpu kFirstSize = 8 * kOneGpu;

QuotaPlace placeOf(const Message& message, const std::string& pointer) {
    const std::string_view code = plainCode(message.code);
    if (code.substr(0, 5) == "name-" || code == "project-name-taken" || pointer == "/name")
        return QuotaPlace::name;
    if (code == "sum-of-children" || code == "above-capacity" || code == "below-usage" ||
        pointer == "/take")
        return QuotaPlace::guaranteed;
    if (code == "limit-below-guarantee")
        return QuotaPlace::limit;
    if (code == "lend-above-guarantee")
        return QuotaPlace::lend;
    if (code == "selectors-overlap" || code == "selector-empty")
        return QuotaPlace::nodes;
    if (pointer.find("/weight") != std::string::npos)
        return QuotaPlace::weight;
    if (pointer.find("/workspaces") != std::string::npos)
        return QuotaPlace::workspace;
    return QuotaPlace::form;
}

std::string freeName(const Project& project, const std::string& parent) {
    const std::string stem = parent.empty() ? "Quota" : parent + ".";
    for (int number = 1;; ++number)
        if (std::string name = stem + std::to_string(number); !findQuota(project, name))
            return name;
}

class Checker {
public:
    Checker(const DraftSurroundings& around, const QuotaDraft& draft)
        : around_(around), draft_(draft), level_(levelOf(around.project, draft)) {}

    QuotaDraftCheck check() {
        QuotaDraftCheck check;
        check.room = roomOf(level_, draft_);
        const auto weights = weightsOf(level_, draft_);
        check.weight = weights.front();
        check.weights = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
        std::tie(check.inheritedLimit, check.limitOf) = limitAbove(around_.project, level_);
        check.problems = problems();
        // While something is wrong there is nothing that they could be true of.
        if (check.problems.empty())
            check.sentences = sentencesOf(around_.project, level_, draft_);
        hideUnseen(check);
        check.workspaces = workspaces();
        check.nodes = level_.nodes;
        if (draft_.parent.empty())
            check.choices = nodeChoices(around_.project);
        return check;
    }

private:
    bool sees(const std::string& quota) const {
        return around_.who.empty() ||
               Roster(around_.project).may(around_.who, Right::readQuota, {quota});
    }

    std::vector<std::string> workspaces() const {
        std::vector<std::string> names;
        for (const Workspace& workspace : around_.project.pool.workspaces)
            if (around_.who.empty() || std::all_of(workspace.quotas.begin(), workspace.quotas.end(),
                                                   [&](const std::string& quota) {
                                                       return Roster(around_.project)
                                                           .may(around_.who, Right::tieWorkspace,
                                                                {quota});
                                                   }))
                names.push_back(workspace.name);
        return names;
    }

    // Siblings that may not be read stay as a size without a name.
    void hideUnseen(QuotaDraftCheck& check) const {
        for (QuotaRoom::Part& part : check.room.parts)
            if (!sees(part.quota))
                part.quota.clear();
        if (around_.who.empty())
            return;
        const Roster roster(around_.project);
        const Alias alias(
            [](std::string_view) { return std::optional<std::string>(); },
            [&](std::string_view quota) { return roster.aliasOf(around_.who, quota); });
        redactQuota(check.limitOf, alias);
        for (QuotaDraftProblem& problem : check.problems)
            redact(problem.message, alias);
        for (Message& sentence : check.sentences)
            redact(sentence, alias);
    }

    std::vector<QuotaDraftProblem> problems() const {
        std::vector<QuotaDraftProblem> found;
        if (draft_.name.empty())
            found.push_back({QuotaPlace::name, {"name-empty", {}}, {}});
        for (const Problem& problem : objectionsTo(draft_))
            found.push_back(told(problem));
        return found;
    }

    // The name is an entry of its own.
    Problems objectionsToEdit(QuotaDraft draft) const {
        if (draft.name.empty())
            draft.name = draft.edits.front();
        Problems all;
        if (const Quota* present = findQuota(around_.project, draft.edits.front()))
            for (const Change& edit :
                 editsOf(draft, changedFields({draftOf(present->name, present->parent,
                                                       present->guaranteed.gpu, present->policy)},
                                              draft)))
                for (Problem& problem : around_.objections(edit))
                    all.push_back(std::move(problem));
        return all;
    }

    // A name that cannot be is refused before the rest is looked at: that is asked about under one
    // that is free.
    Problems objectionsTo(QuotaDraft draft) const {
        if (!draft.edits.empty())
            return objectionsToEdit(draft);
        const auto aboutName = [](const Problem& problem) {
            return placeOf(problem.message, problem.pointer) == QuotaPlace::name;
        };
        Problems all;
        if (!draft.name.empty())
            all = around_.objections(addOf(draft));
        if (!draft.name.empty() && std::none_of(all.begin(), all.end(), aboutName))
            return all;
        std::erase_if(all, std::not_fn(aboutName));
        draft.name = freeName(around_.project, draft.parent);
        for (Problem& other : around_.objections(addOf(draft)))
            all.push_back(std::move(other));
        return all;
    }

    QuotaDraftProblem told(const Problem& problem) const {
        QuotaDraftProblem told{placeOf(problem.message, problem.pointer), problem.message, {}};
        const std::string_view code = plainCode(problem.message.code);
        const bool ofIts = !draft_.edits.empty() &&
                           textArgumentOf(problem.message, "quota") == draft_.edits.front();
        if (code == "sum-of-children" && ofIts)
            return told;
        if (code == "sum-of-children" || code == "above-capacity")
            room(told);
        else if (code == "limit-below-guarantee")
            mend(told, QuotaRepairKind::limit, {}, draft_.guaranteed,
                 [&](QuotaDraft& draft) { draft.policy.limit.gpu = draft.guaranteed; });
        else if (code == "lend-above-guarantee")
            mend(told, QuotaRepairKind::lend, {}, draft_.guaranteed,
                 [](QuotaDraft& draft) { draft.policy.lend = draft.guaranteed; });
        else if (code == "project-name-taken")
            mend(told, QuotaRepairKind::name, freeName(around_.project, draft_.parent), 0,
                 [&](QuotaDraft& draft) { draft.name = freeName(around_.project, draft.parent); });
        else if (code == "below-usage" && !draft_.edits.empty())
            mend(told, QuotaRepairKind::wait, {}, 0,
                 [](QuotaDraft& draft) { draft.mode = ScaleMode::drain; });
        else if (code == "below-usage" || problem.pointer == "/take")
            mend(told, QuotaRepairKind::giveBack, {}, 0,
                 [](QuotaDraft& draft) { draft.take.clear(); });
        else if (code == "selectors-overlap")
            overlap(told);
        return told;
    }

    // With the numbers of this level instead of those of the whole sum.
    void room(QuotaDraftProblem& told) const {
        const QuotaRoom room = roomOf(level_, draft_);
        const Gpu left = std::max<Gpu>(0, room.unassigned());
        const Gpu over = draft_.guaranteed - left;
        if (over <= 0)
            return others(told);
        std::vector<Argument> numbers{{"whole", Value::ofGpu(room.whole)},
                                      {"unassigned", Value::ofGpu(left)},
                                      {"short", Value::ofGpu(over)}};
        if (!draft_.parent.empty())
            numbers.insert(numbers.begin(), textArgument("quota", draft_.parent));
        told.message = {draft_.parent.empty() ? "quota-room.nodes" : "quota-room",
                        std::move(numbers)};
        if (draft_.edits.empty())
            takeFromSibling(told, room, over);
        mend(told, QuotaRepairKind::guarantee, {}, left,
             [&](QuotaDraft& draft) { draft.guaranteed = left; });
    }

    // The draft has its room, but takes the nodes that other roots need.
    void others(QuotaDraftProblem& told) const {
        const Quota* other = findQuota(around_.project, textArgumentOf(told.message, "quota"));
        told.place = QuotaPlace::nodes;
        told.message = {"quota-room.others",
                        {{"gpu", Value::ofGpu(gpuArgumentOf(told.message, "capacity"))},
                         {"guaranteed", Value::ofGpu(gpuArgumentOf(told.message, "sum"))}}};
        if (other != nullptr && sees(other->name) && other->policy.nodes != draft_.policy.nodes)
            mend(told, QuotaRepairKind::sameNodes, other->name, 0,
                 [&](QuotaDraft& draft) { draft.policy.nodes = other->policy.nodes; });
    }

    // Whoever has most beyond what is in use there is asked first.
    void takeFromSibling(QuotaDraftProblem& told, const QuotaRoom& room, Gpu over) const {
        std::vector<std::pair<Gpu, const QuotaRoom::Part*>> givers;
        for (const QuotaRoom::Part& part : room.parts)
            if (const auto id = around_.engine.findQuota(part.quota);
                id && part.guaranteed >= over && sees(part.quota))
                givers.emplace_back(part.guaranteed - around_.engine.numbers(*id).subtree, &part);
        std::stable_sort(givers.begin(), givers.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        for (std::size_t i = 0; i < std::min(givers.size(), kMostTried); ++i) {
            const QuotaRoom::Part& giver = *givers[i].second;
            if (mend(told, QuotaRepairKind::takeFrom, giver.quota, over, [&](QuotaDraft& draft) {
                    std::erase_if(draft.take,
                                  [&](const auto& each) { return each.first == giver.quota; });
                    draft.take.emplace_back(giver.quota, giver.gives + over);
                }))
                return;
        }
    }

    void overlap(QuotaDraftProblem& told) const {
        for (const char* name : {"other", "quota"})
            if (const Quota* other = findQuota(around_.project, textArgumentOf(told.message, name)))
                if (other->policy.nodes != draft_.policy.nodes)
                    mend(told, QuotaRepairKind::sameNodes, other->name, 0,
                         [&](QuotaDraft& draft) { draft.policy.nodes = other->policy.nodes; });
    }

    template <typename Change>
    bool mend(QuotaDraftProblem& told, QuotaRepairKind kind, std::string subject, Gpu gpu,
              Change change) const {
        QuotaRepair repair{kind, std::move(subject), gpu, draft_};
        change(repair.draft);
        const QuotaPlace place = told.place;
        for (const Problem& left : objectionsTo(repair.draft))
            if (placeOf(left.message, left.pointer) == place)
                return false;
        told.repairs.push_back(std::move(repair));
        return true;
    }

    const DraftSurroundings& around_;
    const QuotaDraft& draft_;
    QuotaLevel level_;
};

}  // namespace

QuotaDraftCheck checkDraft(const DraftSurroundings& around, const QuotaDraft& draft) {
    return Checker(around, draft).check();
}

QuotaDraft firstDraft(const DraftSurroundings& around, const std::string& parent) {
    QuotaDraft draft;
    draft.parent = parent;
    draft.name = freeName(around.project, parent);
    const QuotaRoom room = roomOf(levelOf(around.project, draft), draft);
    draft.guaranteed = std::clamp<Gpu>(room.unassigned(), 0, kFirstSize);
    return draft;
}

}  // namespace apportion
