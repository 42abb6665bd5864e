// SPDX-License-Identifier: GPL-3.0-or-later
// Most work that is over had one run, which its record tells in full. What was evicted, moved, or
// is elastic had several, and in a pool of several GPU types the record does not tell the nodes:
// the journal is gone through for their runs.
#include <algorithm>
#include <array>
#include <future>
#include <set>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/access/access.h"
#include "core/change/renamed.h"
#include "core/change/run_facts.h"
#include "core/change/visible_entry.h"
#include "core/io/json/plain.h"
#include "core/io/scenario_parts.h"
#include "core/model/number_text.h"
#include "core/report/quota_table.h"
#include "core/report/scope.h"
#include "core/report/sources.h"
#include "core/store/history/series.h"
#include "core/store/project_values.h"

namespace apportion::report {

namespace {

// Commands that change work alone.
constexpr std::array<std::string_view, 6> kAboutWork{"instant", "submit",   "cancel",
                                                     "finish",  "priority", "approve"};

constexpr int kMostPoints = 20'000;
constexpr std::size_t kRecordsTogether = 32'768;

ProjectFile::HistorySample capacitySample() {
    return {store::SubjectKind::pool, "", store::Measure::capacity};
}

RunEnd endOf(WorkloadState state) {
    return state == WorkloadState::failed      ? RunEnd::failed
           : state == WorkloadState::cancelled ? RunEnd::cancelled
           : state == WorkloadState::finished  ? RunEnd::finished
                                               : RunEnd::goesOn;
}

std::int64_t whole(const json::Value& value) {
    return scaledNumber(value.text(), 1).value_or(0);
}

// The record of work that is over, as its file writes it. False = it has to be read in full.
bool readPlainRecord(std::string_view body, json::Tape& tape, ProjectWorkload& work) {
    if (!json::readPlain(body, tape))
        return false;
    bool state = false, quota = false;
    for (const json::Value part : tape.root()) {
        const bool run = part.key() == "run";
        for (const json::Value each : part) {
            const std::string_view key = each.key();
            if (run) {
                if (key == "state") {
                    const auto read = stateFromText(each.text());
                    state = read.has_value();
                    work.run.state = read.value_or(WorkloadState::pending);
                } else if (key == "submitted") {
                    work.run.submitted = whole(each);
                } else if (key == "start") {
                    work.run.start = whole(each);
                } else if (key == "firstStart") {
                    work.run.firstStart = whole(each);
                } else if (key == "end") {
                    work.run.end = whole(each);
                } else if (key == "used") {
                    work.run.used = whole(each);
                } else if (key == "preemptions") {
                    work.run.preemptions = static_cast<int>(whole(each));
                }
                continue;
            }
            if (key == "name") {
                work.spec.name = each.text();
            } else if (key == "quota") {
                quota = true;
                work.spec.quota = each.text();
            } else if (key == "workspace") {
                work.spec.workspace = each.text();
            } else if (key == "user") {
                work.spec.user = each.text();
            } else if (key == "gpuType") {
                work.spec.gpuType = each.type() == json::Type::string ? each.text() : "";
            } else if (key == "gpu") {
                work.spec.request.gpu = scaledNumber(each.text(), kOneGpu).value_or(0);
            } else if (key == "replicas") {
                work.spec.replicas = static_cast<int>(whole(each));
            } else if (key == "minReplicas") {
                work.spec.minReplicas = static_cast<int>(whole(each));
            } else if (key == "idle") {
                work.spec.idle = each.flag();
            } else if (key == "module") {
                const auto module = fromWord<Module>(each.text());
                if (!module)
                    return false;
                work.spec.module = *module;
            }
        }
    }
    return state && quota;
}

class Reading {
public:
    Reading(const JournalSource& source, Usage& usage, Moment from, Moment to)
        : source_(source),
          usage_(usage),
          from_(from),
          to_(to),
          begun_(usage.from),
          table_(usage),
          workspaces_(usage.workspaces),
          users_(usage.users) {}

    Result<void> readConfiguration() {
        const Scenario& pool = source_.project.pool;
        table_.divide(pool.quotas, expand(pool.nodes));
        const auto actions = source_.file.actions(1);
        if (!actions)
            return tl::unexpected(actions.error());
        usage_.entries = static_cast<Revision>(actions->size());
        for (const ProjectFile::Action& action : *actions) {
            if (std::find(kAboutWork.begin(), kAboutWork.end(), action.action) != kAboutWork.end())
                continue;
            auto entry = source_.file.entriesFrom(action.n, 1);
            if (!entry)
                return tl::unexpected(std::move(entry.error()));
            if (!entry->empty() && entry->front().at < to_)
                take(std::move(entry->front()));
        }
        // Also before its nodes joined the source knows their types.
        for (const NodeGroup& group : pool.nodes)
            table_.types().of(group.node.gpuType);
        for (const Quota& quota : pool.quotas)
            if (const auto known = table_.find(quota.name))
                usage_.quotas[*known].team = quota.displayName();
        table_.colour(pool.quotas);
        return {};
    }

    // Until when a program is known to have run the pool.
    Result<void> readLife() {
        alive_ = source_.now;
        if (source_.aliveUntil != 0)
            return {};
        alive_ = begun_;
        // A chart of all of it is coarse: its end is looked at again, from closer.
        Moment from = begun_, to = source_.now;
        for (int look = 0; look < 3 && from < to; ++look) {
            const auto chart = source_.file.chart(capacitySample(), from, to, kMostPoints, 0);
            if (!chart)
                return tl::unexpected(chart.error());
            for (std::size_t i = 0; i < chart->points.size(); ++i)
                if (chart->points[i].stats.known)
                    alive_ = i + 1 < chart->points.size() ? chart->points[i + 1].time : to;
            from = std::max(begun_, alive_ - 2 * chart->step);
            to = std::min(source_.now, alive_ + chart->step);
        }
        return {};
    }

    Result<void> readWork() {
        // Another thread looks into records while this one reads the next.
        std::vector<Record> records;
        std::future<Problems> adding;
        Problems wrong;
        auto read = source_.file.each(
            ObjectKind::ended, [&](const std::string& key, const store::Object& object) {
                records.push_back({key, object.body});
                if (records.size() < kRecordsTogether)
                    return true;
                if (adding.valid())
                    wrong = adding.get();
                adding = std::async(std::launch::async, [this, full = std::exchange(records, {})] {
                    return add(full);
                });
                return wrong.empty();
            });
        if (adding.valid() && wrong.empty())
            wrong = adding.get();
        if (!read)
            return read;
        if (wrong.empty())
            wrong = add(records);
        if (!wrong.empty())
            return tl::unexpected(std::move(wrong));
        for (const ProjectWorkload& work : source_.project.work)
            add(work, false);
        if (auto done = readSeveralRuns(); !done)
            return done;
        addSeveralRuns();
        return readEvictions();
    }

    Result<void> readSamples(Moment from) {
        from = std::max(from, begun_);
        const Moment to = std::min(to_, source_.now);
        const Moment alive = source_.aliveUntil;
        const auto chart = source_.file.chart(capacitySample(), from, to, kMostPoints, alive);
        if (!chart)
            return tl::unexpected(chart.error());
        Moment unknown = from;
        bool known = false;
        for (const store::HistoryPoint& point : chart->points) {
            const Moment at = std::clamp(point.time, from, to);
            if (point.stats.known && !known && at > unknown)
                usage_.gaps.emplace_back(unknown, at);
            if (!point.stats.known && known)
                unknown = at;
            known = point.stats.known;
        }
        if (!known && to > unknown)
            usage_.gaps.emplace_back(unknown, to);
        for (std::uint32_t quota = 0; quota < usage_.quotas.size(); ++quota) {
            const auto shares = source_.file.chart(
                {store::SubjectKind::quota, usage_.quotas[quota].name, store::Measure::fairShare},
                from, to, kMostPoints, alive);
            if (!shares)
                return tl::unexpected(shares.error());
            for (const store::HistoryPoint& point : shares->points)
                usage_.entitled.push_back(
                    {std::max(point.time, from), quota, point.stats.known ? point.stats.mean : -1});
        }
        return {};
    }

    void hide() {
        const Roster roster(source_.project);
        if (roster.may(source_.who, Right::readPool))
            return;
        usage_.inPart = true;
        for (UsageQuota& quota : usage_.quotas)
            quota.hidden = !roster.may(source_.who, Right::readQuota, {quota.name});
        std::map<std::array<std::uint32_t, 3>, bool> known;
        for (UsageJob& job : usage_.jobs) {
            const auto [each, fresh] =
                known.try_emplace({job.quota, job.workspace, job.user}, false);
            if (fresh)
                each->second = roster.may(
                    source_.who, Right::readWorkload,
                    {usage_.quotas[job.quota].name,
                     job.workspace == kNone ? std::string() : usage_.workspaces[job.workspace],
                     job.user == kNone ? std::string() : usage_.users[job.user]});
            if (each->second && !usage_.quotas[job.quota].hidden)
                continue;
            takeNamesOut(job);
        }
        takeNamesOut(usage_.quotas);
    }

private:
    struct Record {
        std::string key, body;
    };

    // Work whose runs the journal tells.
    struct Several {
        std::optional<std::uint32_t> type;  // nothing = of its nodes
        Gpu held = 0;
        TypedGpus typed;  // of them
        Moment since = 0;
        GpuTime used = 0;  // up to there
        GpuTime usedInAll = 0;
        Moment knownUntil = 0;  // of what runs now
        RunEnd how = RunEnd::goesOn;
        bool ended = false;
        std::vector<UsageRun> runs;
    };

    void take(JournalEntry entry) {
        for (const auto& [from, to] : renamedQuotas(entry))
            table_.rename(from, to);
        std::vector<Quota> quotas;
        std::set<std::string_view> there;
        bool nodes = false;
        for (const Fact& fact : entry.facts) {
            if (fact.kind == ObjectKind::quota && !fact.after.empty()) {
                if (auto quota = parseQuota(fact.after)) {
                    there.insert(fact.key);
                    quotas.push_back(std::move(*quota));
                }
            } else if (fact.kind == ObjectKind::nodes) {
                nodes = true;
                groups_.erase(fact.key);
                if (auto group = parseNodeGroup(fact.after))
                    groups_.emplace(fact.key, std::move(*group));
            } else if (fact.kind == ObjectKind::nodeState) {
                nodes = true;
                states_.erase(fact.key);
                const auto state = nlohmann::json::parse(fact.after, nullptr, false);
                if (state.is_object())
                    if (const auto word = fromWord<NodeState>(state.value("state", "")))
                        states_.emplace(fact.key, *word);
            }
        }
        table_.set(entry.at, quotas);
        for (const Fact& fact : entry.facts)
            if (fact.kind == ObjectKind::quota && fact.after.empty() && !there.contains(fact.key))
                table_.remove(entry.at, fact.key);
        if (nodes) {
            std::vector<NodeGroup> groups;
            for (const auto& [key, group] : groups_)
                groups.push_back(group);
            table_.nodesAre(entry.at, expand(groups), states_);
        }
        if (entry.at < from_ || entry.n == 1)
            return;
        if (auto seen = visibleTo(source_.who, source_.project, {}, std::move(entry)))
            usage_.changes.push_back(
                {seen->at, seen->who,
                 seen->action + (seen->subject.empty() ? "" : " ") + seen->subject, seen->why});
    }

    Problems add(const std::vector<Record>& records) {
        for (const auto& [key, body] : records) {
            ProjectWorkload work;
            if (!readPlainRecord(body, tape_, work)) {
                auto whole = store::endedFrom(body);
                if (!whole)
                    return store::damageOf(whole.error(), ObjectKind::ended, key,
                                           source_.file.path());
                work = std::move(*whole);
            }
            add(work, true);
        }
        return {};
    }

    void add(const ProjectWorkload& work, bool ended) {
        const WorkloadRun& run = work.run;
        if (run.submitted >= to_ || (ended && run.end && *run.end < from_))
            return;
        const auto job = static_cast<std::uint32_t>(usage_.jobs.size());
        UsageJob& added = usage_.jobs.emplace_back();
        added.submit = run.submitted;
        added.left = ended ? run.end.value_or(run.submitted) : kStays;
        added.quota = quotaOf(work.spec.quota, ended ? run.end : std::nullopt);
        added.workspace = workspaces_.orNone(work.spec.workspace);
        added.user = users_.orNone(work.spec.user);
        added.request = work.spec.request.gpu * work.spec.replicas;
        added.module = work.spec.module;
        added.background = work.spec.idle;
        usage_.setName(added, work.spec.name);
        const auto type = work.spec.gpuType.empty()
                              ? table_.onlyTypeOf(added.quota)
                              : std::optional(table_.types().of(work.spec.gpuType));
        if (!run.firstStart)
            return;
        const bool elastic = work.spec.leastReplicas() < work.spec.replicas;
        if (run.firstStart != run.start || elastic || run.preemptions > 0 || !type) {
            Several& several = several_[job];
            several.type = type;
            several.ended = ended;
            several.usedInAll = run.used;
            several.knownUntil = ended ? 0 : knownUntil(work);
            several.how = endOf(run.state);
            return;
        }
        // What it used before the file began does not count.
        const bool before = *run.start < begun_ && (!ended || added.left > begun_);
        const Moment start = before ? begun_ : *run.start;
        const Moment end = !ended               ? knownUntil(work)
                           : added.request == 0 ? added.left
                                                : start + run.used / added.request;
        if (added.request == 0 || end <= start)
            return;
        added.firstRun = static_cast<std::uint32_t>(usage_.runs.size());
        added.runs = 1;
        usage_.runs.push_back(
            {start, end, added.request, *type, ended ? endOf(run.state) : RunEnd::goesOn});
    }

    // Of a pool that is not live, work lasts as long as it stated, or until it was last seen.
    Moment knownUntil(const ProjectWorkload& work) const {
        const Workload& spec = work.spec;
        Moment end = alive_;
        if (work.run.start && spec.duration && !work.command &&
            spec.leastReplicas() == spec.replicas)
            end = std::max(end, *work.run.start + *spec.duration - work.run.done);
        return std::min(end, source_.now);
    }

    std::uint32_t quotaOf(const std::string& name, std::optional<Moment> at) {
        const std::string now = at && source_.nameNow ? source_.nameNow(name, *at) : name;
        if (const auto known = table_.find(now))
            return *known;
        if (const auto known = table_.find(name))
            return *known;
        std::array<Quota, 1> lost;
        lost[0].name = now;
        table_.set(from_, lost);
        return *table_.find(now);
    }

    Result<void> readSeveralRuns() {
        if (several_.empty())
            return {};
        std::multimap<std::string_view, std::uint32_t> byName;
        for (const auto& [job, several] : several_)
            byName.emplace(usage_.nameOf(usage_.jobs[job]), job);
        auto read =
            source_.file.eachFact(ObjectKind::run, 1, [&](Moment at, std::string_view fact) {
                // The key is the last but two, so that its name stands last.
                const auto key = fact.rfind(R"("key":")");
                const std::string_view name =
                    fact.substr(key + 7, fact.find(R"(","kind")", key) - key - 7);
                if (name.find('\\') == std::string_view::npos && !byName.contains(name))
                    return;
                const auto value = nlohmann::json::parse(fact, nullptr, false);
                if (!value.is_object() || !value["after"].is_object())
                    return;
                const auto after = store::runFrom(value["after"].dump());
                if (!after)
                    return;
                const auto [begin, end] = byName.equal_range(value.value("key", std::string()));
                for (auto each = begin; each != end; ++each)
                    if (usage_.jobs[each->second].submit == after->submitted)
                        takeRun(several_.at(each->second), *after, at);
            });
        if (!read)
            return read;
        for (auto& [job, several] : several_) {
            if (several.held == 0)
                continue;
            const GpuTime used = several.usedInAll - several.used;
            const Moment end =
                several.ended ? several.since + used / several.held : several.knownUntil;
            close(several, end, several.ended ? several.how : RunEnd::goesOn);
        }
        return {};
    }

    void takeRun(Several& several, const WorkloadRun& after, Moment at) const {
        const bool runs = after.state == WorkloadState::running;
        const Gpu held = runs ? heldBy(after) : 0;
        if (several.held > 0)
            close(several, several.since + (after.used - several.used) / several.held,
                  runs ? RunEnd::goesOn : RunEnd::evicted);
        several.held = held;
        if (held > 0)
            several.typed = several.type ? TypedGpus{{*several.type, held}}
                                         : table_.typed(after.placements, at);
        several.since = runs && after.counted > 0 ? after.counted : at;
        several.used = after.used;
    }

    static void close(Several& several, Moment end, RunEnd how) {
        if (end > several.since)
            for (const auto& [type, gpu] : several.typed)
                several.runs.push_back({several.since, end, gpu, type, how});
    }

    void addSeveralRuns() {
        for (const auto& [number, several] : several_) {
            UsageJob& job = usage_.jobs[number];
            job.firstRun = static_cast<std::uint32_t>(usage_.runs.size());
            job.runs = static_cast<std::uint32_t>(several.runs.size());
            usage_.runs.insert(usage_.runs.end(), several.runs.begin(), several.runs.end());
        }
    }

    using JobsByName = std::unordered_map<std::string_view, std::vector<std::uint32_t>>;

    Result<void> readEvictions() {
        std::vector<Eviction> records;
        auto read = source_.file.each(ObjectKind::eviction,
                                      [&](const std::string&, const store::Object& object) {
                                          auto record = store::evictionFrom(object.body);
                                          if (record && record->at >= from_ && record->at < to_)
                                              records.push_back(std::move(*record));
                                          return true;
                                      });
        if (!read || records.empty())
            return read;
        // Of the names in them alone, as there can be a million others.
        JobsByName jobs;
        for (const Eviction& record : records)
            for (const std::string_view name :
                 {std::string_view(record.victim), std::string_view(record.preemptor)}) {
                jobs.try_emplace(name);
                jobs.try_emplace(wholeOf(name));
            }
        for (std::uint32_t job = 0; job < usage_.jobs.size(); ++job)
            if (const auto found = jobs.find(usage_.nameOf(usage_.jobs[job])); found != jobs.end())
                found->second.push_back(job);
        for (const Eviction& record : records)
            usage_.evictions.push_back({record.at, jobAt(jobs, record.victim, record.at),
                                        jobAt(jobs, record.preemptor, record.at), record.lost,
                                        record.rule == EvictionRule::consolidation});
        return {};
    }

    // Of the replica of an elastic workload.
    static std::string_view wholeOf(std::string_view name) {
        return name.substr(0, name.rfind('#'));
    }

    // The latest of that name that was submitted by then.
    std::uint32_t jobAt(const JobsByName& jobs, std::string_view name, Moment at) const {
        std::uint32_t latest = kNone;
        for (const std::string_view each : {name, wholeOf(name)}) {
            for (const std::uint32_t job : jobs.at(each))
                if (usage_.jobs[job].submit <= at &&
                    (latest == kNone || usage_.jobs[latest].submit < usage_.jobs[job].submit))
                    latest = job;
            if (latest != kNone)
                break;
        }
        return latest;
    }

    const JournalSource& source_;
    Usage& usage_;
    Moment from_, to_, begun_;
    Moment alive_ = 0;
    QuotaTable table_;
    NameTable workspaces_, users_;
    std::map<std::string, NodeGroup> groups_;
    std::map<std::string, NodeState, std::less<>> states_;
    json::Tape tape_;
    std::map<std::uint32_t, Several> several_;  // by job
};

}  // namespace

Result<Usage> usageOf(const JournalSource& source, Moment from, Moment to,
                      std::optional<Moment> sampled) {
    Usage usage;
    usage.source = UsageSource::journal;
    usage.name = source.project.pool.name;
    usage.head = source.file.headHash();
    const auto begun = source.file.begun();
    if (!begun)
        return tl::unexpected(begun.error());
    usage.from = begun->value_or(source.now);
    usage.to = source.now;
    Reading reading(source, usage, from, to);
    if (auto read = reading.readConfiguration(); !read)
        return tl::unexpected(std::move(read.error()));
    if (auto read = reading.readLife(); !read)
        return tl::unexpected(std::move(read.error()));
    if (auto read = reading.readWork(); !read)
        return tl::unexpected(std::move(read.error()));
    if (auto read = reading.readSamples(sampled.value_or(from)); !read)
        return tl::unexpected(std::move(read.error()));
    reading.hide();
    return usage;
}

}  // namespace apportion::report
