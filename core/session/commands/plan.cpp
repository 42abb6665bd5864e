// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/plan.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <tuple>
#include <unordered_map>

#include "core/io/file_hash.h"
#include "core/model/findings.h"
#include "core/model/nearest.h"
#include "core/model/validate.h"
#include "core/model/words.h"
#include "core/plan/edit_check.h"
#include "core/plan/futures.h"
#include "core/session/export.h"
#include "core/sim/compare.h"

namespace apportion {

namespace {

// With fewer, a bootstrap has next to nothing to choose from.
constexpr std::int64_t kFewWeeks = 3;

void append(Problems& problems, const Problems& more) {
    problems.insert(problems.end(), more.begin(), more.end());
}

struct LoadedBase {
    std::string path;
    std::vector<std::string> inputs;  // files, some empty
    std::string hash;                 // of what it was made from; empty = of the file at the path
    std::shared_ptr<const Scenario> scenario;
    Problems warnings;
    std::vector<Message> notes;
    bool ofTrace = false;
};

class BaseLoader {
public:
    explicit BaseLoader(const PlanFile& plan) : plan_(plan) {}

    Result<LoadedBase> operator()(const ScenarioBase& base) const {
        LoadedBase loaded;
        loaded.inputs = {loaded.path = pathOf(base.file)};
        Findings findings;
        if (!needsFile("scenario", loaded.path, findings))
            return tl::unexpected(placed(findings));
        Result<LoadedScenario> read = loadScenario(loaded.path);
        if (!read)
            return tl::unexpected(std::move(read.error()));
        loaded.scenario = std::move(read->scenario);
        loaded.warnings = std::move(read->warnings);
        return loaded;
    }

    Result<LoadedBase> operator()(const TraceBase& base) const {
        ReplayRequest request;
        LoadedBase loaded;
        loaded.path = request.trace = pathOf(base.file);
        if (Problems wrong = readOptions(base, request); !wrong.empty())
            return tl::unexpected(std::move(wrong));
        loaded.inputs = {request.trace, request.nodesFile, request.quotasFile, request.poolFile,
                         request.guarantees};
        for (const std::string& mapping : {base.columns, base.nodeColumns})
            if (!mapping.empty() && !isPairs(mapping))
                loaded.inputs.push_back(pathOf(mapping));
        Result<PreparedReplay> replay = prepareReplay(request);
        if (!replay)
            return tl::unexpected(std::move(replay.error()));
        loaded.scenario = std::move(replay->scenario);
        loaded.warnings = std::move(replay->warnings);
        loaded.notes = std::move(replay->notes);
        loaded.ofTrace = base.format != kScenarioTrace;
        return loaded;
    }

    Result<LoadedBase> operator()(const ProjectBase& base) const {
        LoadedBase loaded;
        loaded.inputs = {loaded.path = pathOf(base.file)};
        Findings findings;
        if (!needsFile("project", loaded.path, findings))
            return tl::unexpected(placed(findings));
        auto exported = exportProject(loaded.path);
        if (!exported)
            return tl::unexpected(std::move(exported.error()));
        loaded.scenario = std::make_shared<const Scenario>(std::move(exported->scenario));
        loaded.hash = std::move(exported->head);
        loaded.warnings = std::move(exported->warnings);
        return loaded;
    }

private:
    static bool isPairs(const std::string& columns) {
        return columns.find('=') != std::string::npos;
    }

    std::string pathOf(const std::string& file) const {
        if (plan_.file == "-" || plan_.file.empty())
            return file;
        return (std::filesystem::path(plan_.file).parent_path() / file).string();
    }

    static bool isThere(const std::string& path) {
        std::error_code none;
        return path == "-" || std::filesystem::exists(path, none);
    }

    // False if it is a folder. That is told, as what follows, at the place of the plan that names
    // it.
    static bool isNoFolder(const std::string& key, const std::string& path, Findings& findings) {
        std::error_code none;
        if (!std::filesystem::is_directory(path, none))
            return true;
        findings.error("/base/" + key, "plan-base-folder",
                       {{"key", Value::ofText(key)}, {"name", Value::ofText(path)}});
        return false;
    }

    // False if there is none.
    static bool needsFile(const std::string& key, const std::string& path, Findings& findings,
                          const char* missing = "plan-no-base") {
        if (isThere(path))
            return isNoFolder(key, path, findings);
        findings.error("/base/" + key, missing,
                       {{"key", Value::ofText(key)}, {"name", Value::ofText(path)}});
        return false;
    }

    // The same where a word could stand instead.
    static void needsFile(const std::string& key, const std::string& value, const std::string& path,
                          Findings& findings) {
        if (isThere(path))
            isNoFolder(key, path, findings);
        else
            findings.error("/base/" + key, "plan-" + key, {{"value", Value::ofText(value)}});
    }

    Problems placed(Findings& findings) const {
        Problems problems = findings.take();
        placeInPlan(plan_, problems);
        return problems;
    }

    // As the options of replay. What is wrong with them stands in the plan, but for files.
    Problems takeTexts(const TraceBase& base, ReplayRequest& request, Findings& findings) const {
        if (!base.columns.empty() && base.format != "csv") {
            findings.error("/base/columns", "plan-columns",
                           {{"format", Value::ofText(base.format)}});
            return {};
        }
        TraceTexts texts = base;
        for (const auto& [key, text] :
             {std::pair("columns", &texts.columns), std::pair("nodeColumns", &texts.nodeColumns)}) {
            if (text->empty() || isPairs(*text))
                continue;
            *text = pathOf(*text);
            if (!needsFile(key, *text, findings))
                return {};
        }
        Result<TraceOptions> options = traceOptions(texts);
        if (options) {
            request.columns = std::move(*options);
            return {};
        }
        Problems problems, inPlan;
        for (Problem& problem : options.error()) {
            const auto option = std::find_if(
                kTraceTextOptions.begin(), kTraceTextOptions.end(),
                [&](const TraceTextOption& each) { return problem.file == each.flag; });
            const bool ofFile = option == kTraceTextOptions.end();
            if (!ofFile)
                problem.pointer = std::string("/base/") + option->key;
            (ofFile ? problems : inPlan).push_back(std::move(problem));
        }
        placeInPlan(plan_, inPlan);
        append(problems, inPlan);
        return problems;
    }

    static void unknownWord(const char* key, const std::string& value,
                            std::span<const std::string_view> words, Findings& findings) {
        findings.error(
            std::string("/base/") + key, "unknown-word",
            {{"value", Value::ofText(value)},
             {"nearest", Value::ofText(nearestWord(value, {words.begin(), words.end()}))},
             {"words", Value::ofText(wholeList({words.begin(), words.end()}))}});
    }

    // The quotas bring their own nodes, else the pool names them.
    void takePool(const TraceBase& base, ReplayRequest& request, Findings& findings) const {
        if (base.quotas == "groups")
            request.options.quotas = ReplayQuotas::groups;
        else if (!base.quotas.empty() && base.quotas != "none")
            request.quotasFile = pathOf(base.quotas);
        if (!request.quotasFile.empty()) {
            needsFile("quotas", base.quotas, request.quotasFile, findings);
            for (const auto& [key, value] :
                 {std::pair("pool", &base.pool), std::pair("guarantee", &base.guarantee),
                  std::pair("overQuota", &base.overQuota), std::pair("queueing", &base.queueing),
                  std::pair("consolidation", &base.consolidation),
                  std::pair("nodesFile", &base.nodesFile)})
                if (!value->empty())
                    findings.error(
                        std::string("/base/") + key, "plan-quotas-decide",
                        {{"key", Value::ofText(key)}, {"name", Value::ofText(base.quotas)}});
            return;
        }
        if (!base.nodesFile.empty()) {
            request.nodesFile = pathOf(base.nodesFile);
            needsFile("nodesFile", request.nodesFile, findings,
                      base.pool.empty() ? "plan-no-base" : "plan-no-base.pool");
        }
        if (base.pool.empty()) {
            if (base.nodesFile.empty())
                findings.error("/base", "plan-no-pool");
        } else if (const auto pool = poolShape(base.pool)) {
            request.options.pool = *pool;
        } else if (isPoolShape(base.pool)) {
            findings.error("/base/pool", "plan-pool.bounds", {{"value", Value::ofText(base.pool)}});
        } else {
            request.poolFile = pathOf(base.pool);
            needsFile("pool", base.pool, request.poolFile, findings);
        }
    }

    // `request` names the trace.
    Problems readOptions(const TraceBase& base, ReplayRequest& request) const {
        Findings findings;
        needsFile("trace", request.trace, findings);
        const auto asItIs = [&](const char* key) {
            findings.error(std::string("/base/") + key, "plan-scenario-as-it-is",
                           {{"key", Value::ofText(key)}});
        };
        request.format = base.format;
        const auto formats = replayFormats();
        const bool known = std::find(formats.begin(), formats.end(), base.format) != formats.end();
        if (!known)
            findings.error("/base/format", "trace-format",
                           {{"format", Value::ofText(base.format)},
                            {"known", Value::ofText(wholeList(formats))}});
        ReplayOptions& options = request.options;
        const bool grouped = !base.quotas.empty() && base.quotas != "none";
        for (const auto& [key, value, ofGroups] :
             {std::tuple("pool", &base.pool, false), std::tuple("quotas", &base.quotas, false),
              std::tuple("guarantee", &base.guarantee, true),
              std::tuple("overQuota", &base.overQuota, true),
              std::tuple("queueing", &base.queueing, false),
              std::tuple("consolidation", &base.consolidation, false),
              std::tuple("nodesFile", &base.nodesFile, false)}) {
            if (value->empty())
                continue;
            if (base.format == kScenarioTrace)
                asItIs(key);
            else if (ofGroups && !grouped)
                findings.error(std::string("/base/") + key, "plan-without-groups",
                               {{"key", Value::ofText(key)}});
        }
        if (base.format == kScenarioTrace)
            for (const TraceTextOption& option : kTraceTextOptions)
                if (!(base.*option.text).empty())
                    asItIs(option.key);
        if (base.format == kScenarioTrace && base.skipBadRows)
            asItIs("skipBadRows");
        if (base.format == kScenarioTrace)
            return placed(findings);
        takePool(base, request, findings);
        const auto choose = [&](const char* key, const std::string& value, auto& target) {
            using Target = std::decay_t<decltype(target)>;
            if (value.empty() || !request.quotasFile.empty())
                return;
            if (const auto word = fromWord<Target>(value))
                target = *word;
            else
                unknownWord(key, value, Words<Target>::all, findings);
        };
        choose("overQuota", base.overQuota, options.overQuota);
        choose("queueing", base.queueing, options.queueing);
        constexpr std::array<std::string_view, 2> kOnOff{"on", "off"};
        options.consolidation = base.consolidation == kOnOff[0];
        if (!base.consolidation.empty() && request.quotasFile.empty() && !options.consolidation &&
            base.consolidation != kOnOff[1])
            unknownWord("consolidation", base.consolidation, kOnOff, findings);
        if (base.first > 0)
            options.first = base.first;
        if (const auto by = guaranteeBy(base.guarantee.empty() ? "demand" : base.guarantee)) {
            options.guaranteeBy = *by;
        } else {
            options.guaranteeBy = GuaranteeBy::given;
            request.guarantees = pathOf(base.guarantee);
            if (grouped && request.quotasFile.empty())
                needsFile("guarantee", base.guarantee, request.guarantees, findings);
        }
        const Problems ofTexts = known ? takeTexts(base, request, findings) : Problems{};
        Problems problems = placed(findings);
        append(problems, ofTexts);
        return problems;
    }

    const PlanFile& plan_;
};

}  // namespace

namespace {

bool tellsOfAMove(const Message& reason) {
    return reason.code == ruleText(EvictionRule::consolidation) ||
           plainCode(reason.code) ==
               "evicted-" + std::string(ruleText(EvictionRule::consolidation));
}

}  // namespace

void explainDelays(const std::vector<std::pair<std::string, Message>>& delays,
                   Comparison& comparison) {
    std::unordered_map<std::string_view, const Message*> why;
    for (const auto& [name, message] : delays)
        why.emplace(name, &message);
    for (WorkloadDifference& workload : comparison.workloads) {
        std::optional<Message>& reason = workload.reason.changed;
        if (workload.change != WorkloadChange::later || (reason && !tellsOfAMove(*reason)))
            continue;
        // That it waited comes before that it was moved.
        if (const auto found = why.find(workload.name); found != why.end())
            reason = *found->second;
        else if (!reason && delays.size() >= kMostDelays)
            ++comparison.untold;
    }
}

void explainEarlier(const PlanBase& base, RunControl* control, Comparison& comparison) {
    const auto asks = [](const WorkloadDifference& workload) {
        return workload.change == WorkloadChange::earlier && workload.start.changed &&
               !workload.reason.base;
    };
    Starts starts;
    for (const WorkloadDifference& workload : comparison.workloads)
        if (asks(workload))
            starts.emplace_back(*workload.start.changed, workload.name);
    if (starts.empty())
        return;
    std::stable_sort(starts.begin(), starts.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto again = runSet(baseItself(base), {.control = control}, &starts);
    if (!again)
        return;
    std::unordered_map<std::string_view, const Message*> why;
    for (const auto& [name, message] : again->delays)
        why.emplace(name, &message);
    for (WorkloadDifference& workload : comparison.workloads) {
        if (!asks(workload))
            continue;
        if (const auto found = why.find(workload.name); found != why.end())
            workload.reason.base = *found->second;
        else if (again->delays.size() >= kMostDelays)
            ++comparison.untold;
    }
}

namespace {

Problems warningsOfFutures(const std::shared_ptr<const Scenario>& scenario,
                           const std::vector<ChangeSet>& sets) {
    Findings findings;
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (std::size_t j = 0; j < sets[i].edits.size(); ++j)
            if (namesWork(sets[i].edits[j]))
                findings.warning(pointerTo(pointerTo("/sets", i) + "/edits", j),
                                 "plan-futures-names", {{"set", Value::ofText(sets[i].name)}});
    const auto namesWorkOfItself = [](const Event& event) {
        return std::holds_alternative<CancelEvent>(event.action) ||
               std::holds_alternative<FinishEvent>(event.action);
    };
    if (const auto count =
            std::count_if(scenario->events.begin(), scenario->events.end(), namesWorkOfItself);
        count > 0)
        findings.warning("/futures", "plan-futures-events", {{"count", Value::ofCount(count)}});
    if (const std::int64_t weeks = Bootstrap(scenario).wholeWeeks(); weeks < kFewWeeks)
        findings.warning("/futures", weeks < 2 ? "plan-one-week" : "plan-few-weeks",
                         {{"weeks", Value::ofCount(weeks)}});
    return findings.take();
}

void noteFutures(PreparedPlan& plan) {
    const std::int64_t weeks = Bootstrap(plan.base->scenario()).wholeWeeks();
    if (weeks < kFewWeeks)
        return;  // a warning says it
    const std::vector<Argument> of{{"weeks", Value::ofCount(weeks)}};
    const char* const how = plan.plan().futures.teamsApart ? "plan-futures-drawn.apart"
                            : weeks >= kWeeksForPairs      ? "plan-futures-drawn.pairs"
                                                           : "plan-futures-drawn";
    plan.notes.push_back({how, of});
    if (weeks < kWeeksForPairs)
        plan.notes.push_back({"plan-extremes-missing", of});
}

bool tellsOfEndlessWaits(const Problems& warnings) {
    return std::any_of(warnings.begin(), warnings.end(), [](const Problem& each) {
        const std::string_view code = plainCode(each.message.code);
        return code == "replay-never-fits" || code == "workload-never-fits";
    });
}

// Those of the plan in order of place, then those of other files.
void putInOrder(const PlanFile& plan, Problems& problems) {
    std::stable_sort(problems.begin(), problems.end(), [&](const Problem& a, const Problem& b) {
        const auto place = [&](const Problem& each) {
            return each.file == plan.file ? std::tuple(each.line == 0, each.line, each.column)
                                          : std::tuple(true, 1, 0);
        };
        return place(a) < place(b);
    });
}

// The base may have been written anew since the plan was run.
Problems warningsOfHash(const PreparedPlan& plan, const std::string& base) {
    Findings findings;
    if (!plan.file.plan.baseHash.empty() && plan.file.plan.baseHash != plan.hash)
        findings.warning("/base/hash", "plan-base-changed",
                         {{"name", Value::ofText(base)},
                          {"value", Value::ofText("sha256:" + plan.hash)},
                          {"known", Value::ofText("sha256:" + plan.file.plan.baseHash)}});
    return findings.take();
}

// Whether all edits of the set at `pointer` could be read.
bool editsWereRead(const std::string& pointer, const Problems& problems) {
    return std::none_of(problems.begin(), problems.end(), [&](const Problem& each) {
        return !each.warning && (each.pointer + "/").starts_with(pointer + "/edits/");
    });
}

}  // namespace

Result<PreparedPlan> preparePlan(const std::string& file) {
    Result<PlanSoFar> read = readPlanSoFar(file);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    PreparedPlan prepared;
    prepared.file = std::move(read->file);
    Problems errors = std::move(read->wrong);
    const Plan& plan = prepared.plan();
    Result<LoadedBase> loaded = std::visit(BaseLoader(prepared.file), plan.base);
    if (!loaded) {
        placeInPlan(prepared.file, errors);
        append(errors, loaded.error());
        putInOrder(prepared.file, errors);
        return tl::unexpected(std::move(errors));
    }
    Result<std::string> hash =
        loaded->hash.empty() ? fileHash(loaded->path) : Result<std::string>(loaded->hash);
    if (!hash)
        return tl::unexpected(std::move(hash.error()));
    prepared.hash = std::move(*hash);
    prepared.inputs = std::move(loaded->inputs);
    prepared.base = std::make_shared<const PlanBase>(std::move(loaded->scenario), plan.until);
    prepared.ofTrace = loaded->ofTrace;
    prepared.notes = std::move(loaded->notes);

    if (!plan.sets.empty() && tellsOfEndlessWaits(loaded->warnings))
        prepared.notes.push_back({"plan-base-waits", {}});

    const Problems unread = errors;
    Problems warnings = warningsOfHash(prepared, loaded->path);
    if (plan.futures.count > 0)
        append(warnings, warningsOfFutures(prepared.base->scenario(), plan.sets));
    if (plan.futures.count > 0)
        noteFutures(prepared);
    for (std::size_t i = 0; i < plan.sets.size(); ++i) {
        const std::string pointer = pointerTo("/sets", i);
        if (!editsWereRead(pointer, unread)) {
            append(errors,
                   checkOtherEdits(*prepared.base, plan.sets[i], pointer, unread, read->mayAdd[i]));
            continue;
        }
        Result<Applied> applied = applySet(*prepared.base, plan.sets[i], pointer,
                                           static_cast<std::uint64_t>(plan.futures.seed));
        if (!applied) {
            append(errors, applied.error());
            continue;
        }
        append(warnings, applied->warnings);
        applied->letGo();
        prepared.sets.push_back(std::move(*applied));
    }
    if (hasErrors(errors)) {
        append(errors, warnings);
        placeInPlan(prepared.file, errors);
        return tl::unexpected(std::move(errors));
    }
    placeInPlan(prepared.file, warnings);
    prepared.warnings = std::move(loaded->warnings);
    append(prepared.warnings, warnings);
    return prepared;
}

Problems warningsFor(const PreparedPlan& plan, std::string_view set) {
    const std::vector<ChangeSet>& sets = plan.plan().sets;
    Problems warnings;
    for (const Problem& warning : plan.warnings) {
        const auto isOf = [&](std::size_t i) {
            return warning.pointer.starts_with(pointerTo("/sets", i) + "/");
        };
        bool leftOut = false;
        for (std::size_t i = 0; i < sets.size() && warning.file == plan.file.file; ++i)
            leftOut = leftOut || (sets[i].name != set && isOf(i));
        if (!leftOut)
            warnings.push_back(warning);
    }
    return warnings;
}

std::vector<RefusedEvent> refusedByTheSet(const std::vector<RefusedEvent>& base,
                                          std::vector<RefusedEvent> set) {
    const auto alsoThere = [&](const RefusedEvent& event) {
        return std::any_of(base.begin(), base.end(),
                           [&](const RefusedEvent& other) { return other.event == event.event; });
    };
    set.erase(std::remove_if(set.begin(), set.end(), alsoThere), set.end());
    return set;
}

Problems futuresLeftOut(const PreparedPlan& plan) {
    Findings findings;
    if (const std::int64_t count = plan.plan().futures.count; count > 0)
        findings.warning("/futures", "plan-futures-left-out", {{"count", Value::ofCount(count)}});
    Problems problems = findings.take();
    placeInPlan(plan.file, problems);
    return problems;
}

std::optional<FutureBands> runFutures(const PreparedPlan& plan, const SweepOptions& options) {
    return runFutures(*plan.base, plan.plan().sets, plan.plan().futures, options);
}

bool comparePlan(const PreparedPlan& plan, SweepOptions options,
                 const std::function<void(std::size_t, SetComparison)>& deliver) {
    options.detail = Detail::full;
    options.delays = true;
    SetOutcome base;
    const auto nameOfBase =
        std::visit([](const auto& each) { return each.file; }, plan.plan().base);
    return sweep(*plan.base, plan.sets, options, [&](std::size_t run, SetOutcome outcome) {
        if (run == 0) {
            base = std::move(outcome);
            return;
        }
        SetComparison compared;
        compared.refused = std::move(outcome.refused);
        if (!compared.refused) {
            compared.comparison = compare(base.outcome, outcome.outcome);
            compared.refusedEvents =
                refusedByTheSet(base.refusedEvents, std::move(outcome.refusedEvents));
            explainDelays(outcome.delays, compared.comparison);
            explainEarlier(*plan.base, options.control, compared.comparison);
            compared.comparison.names = {nameOfBase, plan.plan().sets[run - 1].name};
        }
        deliver(run - 1, std::move(compared));
    });
}

}  // namespace apportion
