// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan is put on, from the files that its base names.
#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <tuple>

#include "core/io/file_hash.h"
#include "core/model/findings.h"
#include "core/model/nearest.h"
#include "core/model/validate.h"
#include "core/model/words.h"
#include "core/session/commands/plan.h"
#include "core/session/export.h"

namespace apportion {

namespace {

void addTo(Problems& problems, const Problems& more) {
    problems.insert(problems.end(), more.begin(), more.end());
}

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
        auto exported =
            base.to == 0 ? exportProject(loaded.path) : exportPast(loaded.path, base.from, base.to);
        if (!exported)
            return tl::unexpected(std::move(exported.error()));
        loaded.scenario = std::make_shared<const Scenario>(std::move(exported->scenario));
        loaded.hash = std::move(exported->head);
        loaded.revision = exported->revision;
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
        addTo(problems, inPlan);
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
        addTo(problems, ofTexts);
        return problems;
    }

    const PlanFile& plan_;
};

}  // namespace

Result<LoadedBase> loadBase(const PlanFile& plan) {
    Result<LoadedBase> loaded = std::visit(BaseLoader(plan), plan.plan.base);
    if (!loaded || !loaded->hash.empty())
        return loaded;
    Result<std::string> hash = fileHash(loaded->path);
    if (!hash)
        return tl::unexpected(std::move(hash.error()));
    loaded->hash = std::move(*hash);
    return loaded;
}

}  // namespace apportion
