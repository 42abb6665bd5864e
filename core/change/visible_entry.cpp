// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/visible_entry.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/access/access.h"
#include "core/access/redaction.h"
#include "core/change/command.h"
#include "core/change/counted_names.h"
#include "core/change/refuse.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

const std::string& bodyOf(const Fact& fact) {
    return fact.after.empty() ? fact.before : fact.after;
}

class Reader {
public:
    Reader(std::string_view who, const Project& project, const PastWork& past,
           const JournalEntry& entry)
        : who_(who), project_(project), past_(past), roster_(project), entry_(entry) {}

    bool reads(const Fact& fact) const {
        switch (fact.kind) {
            case ObjectKind::quota:
                return roster_.may(who_, Right::readQuota, {fact.key});
            case ObjectKind::workspace:
                return roster_.may(who_, Right::readWorkspace, {{}, fact.key});
            case ObjectKind::user:
                return fact.key == who_;
            case ObjectKind::workload:
            case ObjectKind::ended:
                return readsWork(specOf(fact));
            case ObjectKind::run:
                return readsRun(fact.key);
            case ObjectKind::eviction:
                return readsEviction(fact);
            case ObjectKind::pool:
            case ObjectKind::nodes:
            case ObjectKind::nodeState:
            case ObjectKind::temporary:
            case ObjectKind::timetable:
            case ObjectKind::restorePoint:
                break;
        }
        return false;
    }

    // Who was taken, if the asker may know him by name.
    std::optional<std::string> victimOf(const Fact& fact) const {
        const auto eviction = store::evictionFrom(bodyOf(fact));
        return eviction && readsRun(eviction->victim) ? std::optional(eviction->victim)
                                                      : std::nullopt;
    }

    // Both teams' names stand in an eviction: work of the other one goes by its module.
    std::string redactedEviction(const std::string& body) const {
        auto eviction = store::evictionFrom(body);
        if (!eviction)
            return {};
        const Alias::Name quota = [&](std::string_view name) {
            return roster_.aliasOf(who_, name);
        };
        redact(*eviction, {[&](std::string_view name) -> std::optional<std::string> {
                               const auto spec = workNamed(name);
                               if (!spec)
                                   return kOthersWork;
                               return readsWork(spec) ? std::nullopt
                                                      : std::optional(aliasOf(*spec, quota));
                           },
                           quota});
        return store::bodyOf(*eviction, eviction->at);
    }

private:
    static std::optional<Workload> specOf(const Fact& fact) {
        if (fact.kind == ObjectKind::ended) {
            const auto work = store::endedFrom(bodyOf(fact));
            return work ? std::optional(work->spec) : std::nullopt;
        }
        const auto work = store::workloadFrom(bodyOf(fact));
        return work ? std::optional(work->spec) : std::nullopt;
    }
    bool readsWork(const std::optional<Workload>& spec) const {
        return spec &&
               roster_.may(who_, Right::readWorkload, {spec->quota, spec->workspace, spec->user});
    }
    // A run does not say whose it is: the workload does, here, in the pool or among what is over.
    std::optional<Workload> workNamed(std::string_view name) const {
        for (const Fact& fact : entry_.facts)
            if (fact.kind == ObjectKind::workload && fact.key == name)
                return specOf(fact);
        if (const ProjectWorkload* work = findWork(project_, name))
            return work->spec;
        const auto over = past_.find(name);
        return over == past_.end() ? std::nullopt : std::optional(over->second);
    }
    bool readsRun(std::string_view name) const { return readsWork(workNamed(name)); }
    bool readsEviction(const Fact& fact) const {
        const auto eviction = store::evictionFrom(bodyOf(fact));
        return eviction && (readsRun(eviction->victim) || readsRun(eviction->preemptor));
    }

    std::string_view who_;
    const Project& project_;
    const PastWork& past_;
    Roster roster_;
    const JournalEntry& entry_;
};

// What a part of an entry is about: "train-1, train-2".
std::string subjectOf(const std::vector<Fact>& facts) {
    constexpr std::size_t kMost = 5;
    std::vector<std::string> names;
    for (const Fact& fact : facts) {
        if (fact.kind == ObjectKind::eviction)
            continue;  // its key says nothing
        std::string name =
            fact.kind == ObjectKind::ended ? fact.key.substr(0, fact.key.rfind('@')) : fact.key;
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    std::string subject;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        subject += (i > 0 ? ", " : "") + names[i];
    return names.size() > kMost ? subject + ", …" : subject;
}

bool runs(const std::string& body) {
    const auto run = body.empty() ? Result<WorkloadRun>() : store::runFrom(body);
    return run && run->state == WorkloadState::running;
}

bool wasRejected(const std::string& body) {
    const auto work = body.empty() ? Result<ProjectWorkload>() : store::endedFrom(body);
    return work && work->run.state == WorkloadState::rejected;
}

bool isMove(const std::string& body) {
    const auto eviction = body.empty() ? Result<Eviction>() : store::evictionFrom(body);
    return eviction && eviction->rule == EvictionRule::consolidation;
}

// What the engine did with the work that is visible.
std::string subjectOfInstant(const Reader& reader, const std::vector<Fact>& facts) {
    std::vector<std::string> ended, taken, moved, started, rejected;
    for (const Fact& fact : facts) {
        if (fact.kind == ObjectKind::ended)
            (wasRejected(fact.after) ? rejected : ended)
                .push_back(fact.key.substr(0, fact.key.rfind('@')));
        else if (fact.kind == ObjectKind::run && runs(fact.after) && !runs(fact.before))
            started.push_back(fact.key);
        else if (fact.kind != ObjectKind::eviction)
            continue;
        else if (auto victim = reader.victimOf(fact))
            (isMove(fact.after) ? moved : taken).push_back(std::move(*victim));
    }
    std::string subject;
    addCounted(subject, "ended", ended);
    addCounted(subject, "evicted", taken);
    addCounted(subject, "moved", moved);
    addCounted(subject, "started", started);
    addCounted(subject, "rejected", rejected);
    return subject.empty() ? subjectOf(facts) : subject;
}

// Of what is turned round the kind of command stays: "scale left".
std::string subjectOfPart(const Reader& reader, const JournalEntry& entry,
                          const std::vector<Fact>& facts) {
    if (entry.action == "instant")
        return subjectOfInstant(reader, facts);
    const std::string command = entry.subject.substr(0, entry.subject.find(' '));
    return (entry.action == "undo" || entry.action == "redo") && findCommand(command) != nullptr
               ? command + " " + subjectOf(facts)
               : subjectOf(facts);
}

// Whose work took it last is told with the eviction, redacted.
std::string withoutTaker(const std::string& body) {
    constexpr const char* kTaker = "lastTaker";
    if (body.find(kTaker) == std::string::npos)
        return body;
    auto value = nlohmann::json::parse(body, nullptr, false);
    if (!value.is_object())
        return {};
    value.erase(kTaker);
    return value.dump();
}

}  // namespace

void hideSecrets(std::string_view who, const Project& project, JournalEntry& entry) {
    const Roster roster(project);
    const bool readsPool = roster.may(who, Right::readPool);
    for (Fact& fact : entry.facts) {
        if (fact.kind == ObjectKind::run && !readsPool)
            for (std::string* body : {&fact.before, &fact.after})
                *body = withoutTaker(*body);
        if (fact.kind != ObjectKind::workload && fact.kind != ObjectKind::ended)
            continue;
        for (std::string* body : {&fact.before, &fact.after}) {
            const std::string hidden = store::withoutCommand(*body);
            if (hidden == *body)
                continue;
            const auto work = fact.kind == ObjectKind::ended ? store::endedFrom(*body)
                                                             : store::workloadFrom(*body);
            if (!work || !roster.may(who, Right::endWorkload,
                                     {work->spec.quota, work->spec.workspace, work->spec.user}))
                *body = hidden;
        }
    }
}

std::optional<JournalEntry> visibleTo(std::string_view who, const Project& project,
                                      const PastWork& past, JournalEntry entry) {
    const Reader reader(who, project, past, entry);
    std::vector<Fact> facts;
    std::copy_if(entry.facts.begin(), entry.facts.end(), std::back_inserter(facts),
                 [&](const Fact& fact) { return reader.reads(fact); });
    const bool own = entry.who == who;
    if (facts.empty() && !own)
        return {};
    for (Fact& fact : facts)
        for (std::string* body : {&fact.before, &fact.after}) {
            if (fact.kind == ObjectKind::run)
                *body = withoutTaker(*body);
            if (fact.kind == ObjectKind::eviction && !body->empty())
                *body = reader.redactedEviction(*body);
        }
    // What somebody wrote is known to him, also where the rest is no longer his to see. An instant
    // speaks of work too that an earlier entry has ended.
    const bool part =
        facts.size() < entry.facts.size() ||
        (entry.action == "instant" && entry.subject != subjectOfPart(reader, entry, facts));
    if (part && !own) {
        entry.subject = subjectOfPart(reader, entry, facts);
        entry.arguments.clear();
        entry.why.clear();
    }
    entry.facts = std::move(facts);
    return entry;
}

}  // namespace apportion
