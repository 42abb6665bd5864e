// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload of a project waits, what would start it, and what became of it so far. Times are
// counted from the project's first entry.
#include "core/access/access.h"
#include "core/access/redaction.h"
#include "core/session/project/desk.h"
#include "core/session/project/or_without.h"
#include "core/session/project/refuse.h"
#include "core/session/project/snapshot.h"
#include "core/session/project/temporary.h"

namespace apportion {

Reason approvalReason(const Workload& spec) {
    return {ReasonCode::needsApproval,
            Rule::access,
            {"needs-approval", {textArgument("workload", spec.name)}}};
}

Reason notLiveReason(const Workload& spec) {
    return {
        ReasonCode::notLive, Rule::timeline, {"not-live", {textArgument("workload", spec.name)}}};
}

Reason reasonAtRest(std::optional<Reason> asked, const Engine& before, WorkloadId id) {
    if (asked && (asked->code != ReasonCode::waitingForVictims || !before.past(id).booked.empty()))
        return std::move(*asked);
    Reason waits = notLiveReason(before.workload(id));
    if (!asked)
        return waits;
    waits.message.code = "not-live.grace";
    for (Argument& each : asked->message.arguments)
        if (each.name == "victims")
            waits.message.arguments.push_back(std::move(each));
    return waits;
}

std::optional<Reason> endReason(const ProjectWorkload& work) {
    const auto& message = work.run.reason;
    if (!message)
        return {};
    // Only what caps and membership forbid is rejected, and commands that cannot run here; what
    // a command ended with goes the same way.
    const auto code = reasonFromText(message->code.substr(0, message->code.find('.')));
    return Reason{code.value_or(ReasonCode::forbidden), Rule::access, *message};
}

Result<WorkQuestion> ProjectDesk::askAbout(const std::string& name) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    const auto epoch = begin();
    const auto live = holder();
    if (!epoch || !live)
        return tl::unexpected(!epoch ? epoch.error() : live.error());
    WorkQuestion question;
    question.name = name;
    question.epoch = *epoch;
    question.at = now();
    question.live = live->has_value();
    if (const ProjectWorkload* work = findWork(project_, name)) {
        if (!mayRead(work->spec))
            return noSuchWork(project_, who_, name);
        question.work = *work;
    }
    return question;
}

bool ProjectDesk::mayRead(const Workload& spec) const {
    return Roster(project_).may(who_, Right::readWorkload, {spec.quota, spec.workspace, spec.user});
}

Result<std::vector<JournalEntry>> ProjectDesk::entriesAbout(const WorkQuestion& question) {
    auto entries = file_->entriesNaming(question.name);
    return question.work ? orWithout(std::move(entries), *file_, notices_) : std::move(entries);
}

Result<Explanation> ProjectDesk::visible(const std::string& name,
                                         std::optional<WorkQuestion::Answer> answer) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    if (!answer || !mayRead(answer->spec))
        return noSuchWork(project_, who_, name);
    Explanation& explanation = answer->explanation;
    if (Roster(project_).may(who_, Right::readPool))
        return std::move(explanation);
    auto over = pastWork();
    if (!over)
        return tl::unexpected(over.error());
    redact(explanation, alias(nullptr, std::make_shared<const PastWork>(std::move(*over))));
    return std::move(explanation);
}

Result<Explanation> ProjectDesk::explain(const std::string& name) {
    auto question = askAbout(name);
    if (!question)
        return tl::unexpected(std::move(question.error()));
    const auto entries = entriesAbout(*question);
    if (!entries)
        return tl::unexpected(entries.error());
    if (question->isInQueue()) {
        // As if somebody were live.
        const Engine before = engineOf(afterWhatIsDue(project_, question->at), question->at);
        Engine asked = before;
        asked.step(0, {});
        question->queue = {before, std::move(asked), question->at - question->epoch};
    }
    if (question->isToldToStop())
        question->askWhoWaits(engineOf(afterWhatIsDue(project_, question->at), question->at));
    return visible(name, std::move(*question).answer(*entries));
}

std::optional<Project> ProjectDesk::toRaise(const std::string& name) {
    if (!refresh())
        return {};
    const Roster roster(project_);
    const ProjectWorkload* work = roster.work(who_, name);
    // Whoever does not wait needs no copy of the project.
    if (work == nullptr || work->run.state != WorkloadState::pending ||
        !roster.may(who_, Right::endWorkload,
                    {work->spec.quota, work->spec.workspace, work->spec.user}))
        return {};
    return afterWhatIsDue(project_, now());
}

void ProjectDesk::hideNames(PriorityRises& rises) const {
    if (!rises.least || Roster(project_).may(who_, Right::readPool))
        return;
    const Alias hide = alias();
    for (std::string& evicted : rises.least->evicts)
        evicted = hide(evicted).value_or(evicted);
    redact(rises.least->runsOn, hide);
}

PriorityRises ProjectDesk::riseThatStarts(const std::string& name) {
    auto project = toRaise(name);
    if (!project)
        return {};
    PriorityRises rises = apportion::riseThatStarts(std::move(*project), name, now());
    hideNames(rises);
    return rises;
}

}  // namespace apportion
