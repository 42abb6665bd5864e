// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a project's past as a scenario, from its journal and the records of work that is over.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/change/command_request.h"
#include "core/change/entry_inputs.h"
#include "core/change/refuse.h"
#include "core/io/scenario_parts.h"
#include "core/model/date_text.h"
#include "core/model/findings.h"
#include "core/session/export.h"
#include "core/session/project/desk.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

// Commands that change work alone.
constexpr std::array<std::string_view, 6> kAboutWork{"instant", "submit",   "cancel",
                                                     "finish",  "priority", "approve"};

class PastReading {
public:
    PastReading(ProjectDesk& desk, const Project& project, Moment from, Moment to)
        : desk_(desk), project_(project), from_(from), to_(to), quotas_(project.pool.quotas) {}

    Result<Exported> read() {
        if (auto done = readChanges(); !done)
            return tl::unexpected(std::move(done.error()));
        Scenario& scenario = exported_.scenario;
        scenario = project_.pool;
        scenario.epoch = exactDateText(from_);
        scenario.workspaces.clear();
        goBack();
        scenario.quotas = quotas_;
        for (const auto& [node, state] : nodes_)
            scenario.events.emplace_back().action = NodeEvent{node, state};
        goOn();
        if (auto done = readWork(); !done)
            return tl::unexpected(std::move(done.error()));
        exported_.head = desk_.file().headHash();
        exported_.revision = project_.revision;
        exported_.warnings = findings_.take();
        return std::move(exported_);
    }

private:
    // What changed the configuration since `from_`, latest first.
    Result<void> readChanges() {
        const auto actions = desk_.file().actions(1);
        if (!actions)
            return tl::unexpected(actions.error());
        for (auto action = actions->rbegin(); action != actions->rend(); ++action) {
            if (std::find(kAboutWork.begin(), kAboutWork.end(), action->action) != kAboutWork.end())
                continue;
            auto entry = desk_.file().entriesFrom(action->n, 1);
            if (!entry)
                return tl::unexpected(std::move(entry.error()));
            if (entry->empty())
                continue;
            if (entry->front().at < from_ || action->n == 1)
                break;
            changes_.push_back(std::move(entry->front()));
        }
        return {};
    }

    // The quota of a fact under its present name. Of one that was not there, or is not there
    // afterwards, all but the guarantee holds.
    void take(const std::string& body, const std::string& other, Moment at) {
        auto quota = parseQuota(body.empty() ? other : body);
        if (!quota)
            return;
        const QuotaNames& names = desk_.quotaNames();
        quota->name = names.nameNow(quota->name, at);
        quota->parent = quota->parent.empty() ? std::string() : names.nameNow(quota->parent, at);
        if (body.empty())
            quota->guaranteed.gpu = 0;
        const auto known = std::find_if(quotas_.begin(), quotas_.end(), [&](const Quota& each) {
            return each.name == quota->name;
        });
        if (known != quotas_.end())
            *known = std::move(*quota);
        else
            quotas_.push_back(std::move(*quota));
    }

    void goBack() {
        nodes_ = project_.nodeStates;
        for (const JournalEntry& entry : changes_)
            for (const Fact& fact : entry.facts) {
                if (fact.kind == ObjectKind::quota)
                    take(fact.before, fact.after, entry.at);
                else if (fact.kind == ObjectKind::nodeState)
                    setNode(fact.key, fact.before);
                else if (fact.kind == ObjectKind::nodes)
                    nodesDiffer_ = true;
            }
        if (nodesDiffer_)
            findings_.warning({}, "export-past-nodes", {});
    }

    void setNode(const std::string& node, const std::string& body) {
        nodes_.erase(node);
        for (const NodeState state : {NodeState::cordoned, NodeState::down, NodeState::draining})
            if (body.find('"' + std::string(word(state)) + '"') != std::string::npos)
                nodes_.emplace(node, state);
    }

    void goOn() {
        std::vector<Event>& events = exported_.scenario.events;
        for (auto entry = changes_.rbegin(); entry != changes_.rend() && entry->at < to_; ++entry) {
            const std::vector<Quota> before = quotas_;
            for (const Fact& fact : entry->facts)
                if (fact.kind == ObjectKind::quota)
                    take(fact.after, fact.before, entry->at);
            const auto mode =
                fromWord<ScaleMode>(Arguments::fromJson(entry->arguments).text("mode"));
            // A quota that is not there any more stands behind the others.
            const std::vector<Quota> then(before.begin(), before.end());
            for (EventAction& each : eventsBetween(then, quotas_, mode.value_or(ScaleMode::drain)))
                events.push_back({entry->at - from_, std::move(each)});
            for (EventAction& each : inputsOf(*entry).events)
                if (std::holds_alternative<NodeEvent>(each))
                    events.push_back({entry->at - from_, std::move(each)});
        }
    }

    Result<void> readWork() {
        std::vector<ProjectWorkload> work = project_.work;
        Problems wrong;
        const auto read = desk_.file().each(ObjectKind::ended, [&](const std::string& key,
                                                                   const store::Object& object) {
            auto ended = store::endedFrom(object.body);
            if (!ended) {
                wrong = store::damageOf(ended.error(), ObjectKind::ended, key, desk_.file().path());
                return false;
            }
            if (ended->run.submitted < to_ && ended->run.end.value_or(from_) >= from_) {
                desk_.quotaNames().nameNow(*ended);
                work.push_back(std::move(*ended));
            }
            return true;
        });
        if (!read)
            return read;
        if (!wrong.empty())
            return tl::unexpected(std::move(wrong));
        std::stable_sort(work.begin(), work.end(), [](const auto& a, const auto& b) {
            return a.run.submitted < b.run.submitted;
        });
        std::set<std::string_view> quotas;
        for (const Quota& quota : quotas_)
            quotas.insert(quota.name);
        std::map<std::string, int> times;
        for (ProjectWorkload& each : work)
            if (each.run.submitted < to_ && quotas.contains(each.spec.quota))
                add(each, times);
        return {};
    }

    // An id that comes again is another workload. It runs as long as it did.
    void add(ProjectWorkload& work, std::map<std::string, int>& times) {
        const WorkloadRun& run = work.run;
        Workload& added = exported_.scenario.workloads.emplace_back(std::move(work.spec));
        if (const int time = ++times[added.name]; time > 1)
            added.name += "~" + std::to_string(time);
        added.workspace.clear();
        added.submit = std::max<Instant>(run.submitted - from_, 0);
        added.running.reset();
        const Gpu held = added.request.gpu * added.replicas;
        std::optional<Duration> ran;
        if (run.end && held > 0 && run.used > 0)
            ran = static_cast<Duration>(run.used / held);
        else if (run.end && run.start)
            ran = *run.end - *run.start;
        if (ran)
            added.duration = *ran;
        // What it had done before the period is over.
        if (added.duration && run.firstStart && *run.firstStart < from_)
            added.duration = *added.duration - (from_ - *run.firstStart);
        if (added.duration)
            added.duration = std::max<Duration>(*added.duration, 1);
    }

    ProjectDesk& desk_;
    const Project& project_;
    Moment from_, to_;
    std::vector<Quota> quotas_;
    std::map<std::string, NodeState, std::less<>> nodes_;
    std::vector<JournalEntry> changes_;
    bool nodesDiffer_ = false;
    Findings findings_;
    Exported exported_;
};

}  // namespace

Result<Exported> exportPast(const std::string& file, Moment from, Moment to) {
    auto desk = ProjectDesk::openToLook(file);
    if (!desk)
        return tl::unexpected(std::move(desk.error()));
    return exportPast(*desk, from, to);
}

Result<Exported> exportPast(ProjectDesk& desk, Moment from, Moment to) {
    const auto project = desk.readAll();
    if (!project)
        return tl::unexpected(project.error());
    const auto begun = desk.begin();
    if (!begun)
        return tl::unexpected(begun.error());
    const Moment now = desk.now();
    if (from >= to || to <= *begun || from >= now)
        return refuse("export-past",
                      {textArgument("from", momentText(from)), textArgument("to", momentText(to))});
    return PastReading(desk, **project, std::max(from, *begun), std::min(to, now)).read();
}

}  // namespace apportion
