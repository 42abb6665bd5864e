// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload of a project waits, what would start it, and what became of it so far. Times are
// counted from the project's first entry.
#include "core/access/access.h"
#include "core/access/redaction.h"
#include "core/change/or_without.h"
#include "core/change/refuse.h"
#include "core/change/temporary.h"
#include "core/session/project/desk.h"
#include "core/store/project_values.h"
#include "core/view/rest_reasons.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

std::set<std::string> namesIn(const std::vector<Eviction>& evictions) {
    std::set<std::string> names;
    for (const Eviction& each : evictions) {
        names.insert({each.victim, each.preemptor});
        names.insert(each.runnerUp.begin(), each.runnerUp.end());
    }
    names.erase(std::string());  // nobody took it
    return names;
}

}  // namespace

// Also those whose own names look as if they were numbers of these.
Result<std::vector<ProjectWorkload>> ProjectDesk::endedWork(const std::set<std::string>& names) {
    std::vector<ProjectWorkload> over;
    std::set<std::string> seen;
    const QuotaNames& quotas = quotaNames();
    for (const std::string& name : names)
        for (const std::string& prefix : {name + "@", name + kNumbered}) {
            const auto ended = file_->beginningWith(ObjectKind::ended, prefix);
            if (!ended)
                return tl::unexpected(ended.error());
            for (const auto& [key, object] : *ended) {
                auto work = store::endedFrom(object.body);
                if (work && (work->spec.name == name || work->spec.name.starts_with(prefix)) &&
                    seen.insert(key).second) {
                    quotas.nameNow(*work);
                    over.push_back(std::move(*work));
                }
            }
        }
    return over;
}

Result<ProjectDesk::Named> ProjectDesk::workNamed(const std::string& name) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    Named named{name, {}};
    const ProjectWorkload* present = findWork(project_, name);
    if (present == nullptr && !file_->hasEnded(name))
        if (auto given = withoutNumber(name)) {
            named.given = std::move(*given);
            present = findWork(project_, named.given);
        }
    const auto over = endedWork({named.given});
    if (!over)
        return tl::unexpected(over.error());
    const EarlierWork earlier(*over, project_.work, readable());
    const auto add = [&, mayRead = readable()](Bearer bearer, const Workload& spec) {
        named.known = named.known || (bearer.name == name && mayRead(spec));
        named.bearers.push_back(std::move(bearer));
    };
    for (std::size_t i = 0; i < over->size(); ++i)
        if (const ProjectWorkload& work = (*over)[i]; work.spec.name == named.given)
            add({work.run.submitted, work.run.end, earlier.nameOf(i)}, work.spec);
    if (present != nullptr)
        add({present->run.submitted, {}, named.given}, present->spec);
    return named;
}

Result<WorkQuestion> ProjectDesk::askAbout(const std::string& name) {
    auto question = this->question(name);
    if (!question || question->work || file_->hasEnded(name) || !withoutNumber(name))
        return question;
    const auto named = workNamed(name);
    if (!named)
        return tl::unexpected(named.error());
    for (const Bearer& each : named->bearers)
        if (each.name == name)
            return askAboutEarlier(named->given, each.submitted, name);
    return question;
}

Result<WorkQuestion> ProjectDesk::askAboutEarlier(const std::string& given, Moment submitted,
                                                  const std::string& goesBy) {
    auto question = this->question(given);
    if (!question)
        return question;
    question->work.reset();
    question->submitted = submitted;
    question->goesBy = goesBy;
    return question;
}

Result<WorkQuestion> ProjectDesk::question(const std::string& name) {
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

std::function<bool(const Workload&)> ProjectDesk::readable() const {
    return [this, roster = Roster(project_)](const Workload& spec) {
        return roster.may(who_, Right::readWorkload, {spec.quota, spec.workspace, spec.user});
    };
}

bool ProjectDesk::mayRead(const Workload& spec) const {
    return Roster(project_).may(who_, Right::readWorkload, {spec.quota, spec.workspace, spec.user});
}

Result<std::vector<JournalEntry>> ProjectDesk::entriesAbout(const WorkQuestion& question) {
    auto entries = file_->entriesNaming(question.name);
    return question.work ? orWithout(std::move(entries), *file_, notices_) : std::move(entries);
}

Result<Explanation> ProjectDesk::visible(const std::string& name,
                                         std::optional<WorkQuestion::Answer> answer,
                                         const EarlierWork* known) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    if (answer && answer->ended) {
        answer->spec.quota = quotaNames().nameNow(std::move(answer->spec.quota), *answer->ended);
        answer->explanation.quota = answer->spec.quota;
    }
    if (!answer || !mayRead(answer->spec))
        return noSuchWork(project_, who_, name);
    Explanation& explanation = answer->explanation;
    const bool all = Roster(project_).may(who_, Right::readPool);
    const auto epoch = begin();
    if (!epoch)
        return tl::unexpected(epoch.error());
    if (all && known != nullptr) {
        known->rename(explanation, *epoch);
        return std::move(explanation);
    }
    const auto over = all ? endedWork(namesIn(explanation.evictions)) : endedWork();
    if (!over)
        return tl::unexpected(over.error());
    const EarlierWork earlier(*over, project_.work, readable());
    earlier.rename(explanation, *epoch);
    if (all)
        return std::move(explanation);
    PastWork past;
    for (std::size_t i = 0; i < over->size(); ++i)
        past.emplace(earlier.nameOf(i), (*over)[i].spec);
    redact(explanation, alias(nullptr, std::make_shared<const PastWork>(std::move(past))));
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
